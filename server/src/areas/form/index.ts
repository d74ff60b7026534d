import type { ServerModule } from '../../platform/module'
import { answer } from './answer'
import { demoForms } from './demo/seed'
import { fill } from './fill'
import { part } from './part'
import { query } from './query'
import { offline } from './offline'
import { returns } from './returns'
import { round } from './round'
import { formGrants, formMenu, formRoles, respondentGrants } from './seed'
import { statistics } from './statistics'
import { template } from './template'
import { workbook } from './workbook'
import './anonymous/job'
import './answer/check'
import './personal-data'

/** Forms: their versions, the rounds that they are sent in, and what is filled in. */
export const formModules: ServerModule[] = [template, workbook, round, answer, fill, offline, returns, part, query, statistics, { bindings: [], seeds: [formRoles, formGrants, respondentGrants, formMenu, demoForms] }]
