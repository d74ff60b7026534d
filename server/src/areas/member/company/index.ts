import * as home from '@assoc/contract/member/home'
import * as calls from '@assoc/contract/member/company'
import { selectCompanyParts } from '@assoc/contract/member/company-part'
import { defineTodos } from '../../../platform/workspace/todos'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import { batchCompanies } from './batch.service'
import './entity'
import { EXPORT_JOB, exportCompany, runExport } from './export'
import './handover.repository'
import * as parts from './parts'
import { demoSeed, menuSeed } from './seed'
import * as service from './service'

defineJob(EXPORT_JOB, runExport)

defineTodos({ permits: ['member:contact:update'], count: service.countVacancies })

export const company: ServerModule = {
  bindings: [
    handle(calls.selectCompanyByPage, service.selectCompanyByPage),
    handle(calls.selectCompany, service.selectCompany, { finds: 'companyId' }),
    handle(calls.selectCompanyTimeline, service.selectCompanyTimeline),
    handle(selectCompanyParts, parts.selectCompanyParts),
    handle(calls.insertCompany, service.insertCompany),
    handle(calls.updateCompany, service.updateCompany),
    handle(calls.changeCompanyStatus, service.changeCompanyStatus),
    handle(calls.batchCompany, batchCompanies),
    handle(calls.deleteCompany, service.deleteCompany),
    handle(calls.exportCompany, exportCompany),
    handle(home.countCompanies, service.countCompanies),
    handle(home.searchCompanies, service.searchCompanies),
  ],
  seeds: [menuSeed, demoSeed],
}
