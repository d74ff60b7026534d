import { BY_NOTICE, evalScheme as contract } from '@assoc/contract/expert/scheme'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { publishedVersion } from '../../form/api'
import { computed } from './repository'

async function versionFor(db: Db, templateId: string, asked: number | null | undefined): Promise<number> {
  const found = await publishedVersion(db, templateId, asked)
  if (typeof found !== 'number') throw refuse.field(found.field, found.message)
  return found
}

const resource = mountResource(contract, {
  table: 'eval_scheme',
  module: 'evaluation',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  json: ['eligibleRules', 'vetoRules'],
  computed,
  keyword: { columns: ['scheme_name'], grams: true },
  order: { field: 'periodEnd', direction: 'desc' },
  nameOf: (row) => row.schemeName,
  handover: { label: '未公布的评价方案', order: 77, open: ['draft', 'applying', 'reviewing', 'scoring', 'publicity'], settled: ['published', 'ended'], name: 'schemeName' },
  constraints: {
    eval_scheme_name_unique: () => refuse.field('schemeName', '已有同名的评价方案'),
    eval_scheme_frozen: () => refuse.inUse('开放申报后，方案的内容不能修改'),
  },
  may: (_principal, row, verb) => {
    if ((BY_NOTICE as readonly string[]).includes(verb)) return '由公示管理办理'
    return (verb !== 'update' && verb !== 'delete') || row.schemeStatus === 'draft' || '开放申报后，方案的内容不能修改'
  },
  before: {
    insert: async ({ db }, fields) => {
      fields.versionNo = await versionFor(db, fields.templateId, fields.versionNo)
    },
    update: async ({ db }, row, fields) => {
      // Another form without a version means its newest.
      if (fields.templateId !== undefined || fields.versionNo !== undefined) fields.versionNo = await versionFor(db, fields.templateId ?? row.templateId, fields.versionNo)
    },
  },
})

/** What schemes are stepped by. */
export const schemeRuntime = resource.runtime

/** Schemes of evaluation. */
export const scheme = resource
