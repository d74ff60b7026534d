import * as calls from '@assoc/contract/form/template'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import { downloadDictionary, readDictionary } from './dictionary'
import { checkDraft, firstDocument, publish, saveDraft, selectChanges, selectDraft, selectVersion, selectVersions } from './draft'
import * as repository from './repository'
import '../tables'

const resource = mountResource(calls.formTemplate, {
  table: 'form_template',
  module: 'form',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.templateComputed,
  keyword: { columns: ['form_name'], grams: true },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.formName,
  constraints: { form_template_name_unique: () => refuse.field('formName', '已有同名表单') },
  may: (_principal, row, verb) => {
    if (verb === 'update') return row.formStatus !== 'archived' || '已归档的表单不能修改'
    return verb !== 'delete' || row.latestVersion === null || '已发布过的表单不能删除，可以归档'
  },
  before: {
    update: (_action, row, fields) => {
      if (row.latestVersion !== null && fields.formKind !== undefined && fields.formKind !== row.formKind) throw refuse.field('formKind', '表单发布后不能改类型')
    },
    change: async ({ db, principal }, row, step) => {
      if (step.verb === 'publish') await publish(db, row.templateId, principal.userId)
    },
  },
  after: {
    insert: async ({ db }, templateId, fields) => void (await repository.writeDraft(db, templateId, firstDocument(fields.formName), 0)),
  },
})

/** Forms with their drafts and versions. */
export const template: ServerModule = {
  bindings: [
    ...resource.bindings,
    handle(calls.selectFormDraft, selectDraft),
    handle(calls.saveFormDraft, saveDraft),
    handle(calls.selectFormChanges, selectChanges),
    handle(calls.checkFormDraft, checkDraft),
    handle(calls.selectFormVersions, selectVersions),
    handle(calls.selectFormVersion, selectVersion),
    handle(calls.exportFormDictionary, downloadDictionary),
    handle(calls.readFormDictionary, readDictionary),
  ],
}

defineJob('form:forget-changes', async (_payload, { db }) => void (await repository.forgetChanges(db)), '20 18 * * *')
