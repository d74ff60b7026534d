import * as calls from '@assoc/contract/expert/statement'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import { grantMenus, seedMenus, type Seed } from '../../../platform/seed'
import { onCertified, seedSystemForm } from '../../form/api'
import { statementForm } from './document'
import { computed, filters, holding } from './repository'
import { applyStatement, previewStatements, selectChanges, startStatements } from './service'

const resource = mountResource(calls.expertStatement, {
  table: 'expert_statement',
  module: 'expert',
  scope: { dept: 'dept_id', self: 'create_by' },
  computed,
  filters,
  keyword: { where: holding },
  order: { field: 'statementYear', direction: 'desc' },
  nameOf: (row) => `${row.name} ${row.statementYear}`,
})

onCertified(calls.STATEMENT_FORM, applyStatement)

const form: Seed = { name: 'expert.statement.form', order: 36, run: (db) => seedSystemForm(db, calls.STATEMENT_FORM, 'normal', statementForm) }

/** Staff who send the form round, and the forms that wait for an expert. */
const menu: Seed = {
  name: 'expert.statement.menu',
  order: 37,
  async run(db) {
    await seedMenus(db, [{ menuId: 4504, parentId: 4500, menuName: '专家管理表单', menuPath: '/formManage/expertManagementForm', menuLink: 'expert/ExpertManagementForm', sortNo: 4 }], ['EVAL_OP', 'LEADER'])
    await grantMenus(db, [4600, 4601, 4602], ['EXPERT'])
  },
}

/** What experts state of themselves each year. */
export const statement: ServerModule = {
  ...resource,
  bindings: [...resource.bindings, handle(calls.previewExpertStatements, previewStatements), handle(calls.startExpertStatements, startStatements), handle(calls.selectStatementChanges, selectChanges)],
  seeds: [form, menu],
}
