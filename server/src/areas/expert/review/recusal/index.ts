import { reviewRecusal as contract } from '@assoc/contract/expert/review/recusal'
import { refuse } from '../../../../platform/errors'
import { mountResource } from '../../../../platform/resource/mount'
import { holdBatch } from '../batch/repository'
import { recuse } from './apply'
import { batchOfItem, computed, holding } from './repository'
import './note'

const resource = mountResource(contract, {
  table: 'review_recusal',
  module: 'review',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  internal: ['factKey'],
  computed,
  keyword: { where: holding },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => `${row.expertName}（${row.title}）`,
  todos: [{ label: '待核实的评审回避', status: 'possible', permit: 'review:recusal:decide' }],
  handover: { label: '待核实的评审回避', order: 78, open: ['possible'], name: 'expertName' },
  constraints: { review_recusal_fact_unique: () => refuse.field('recuseType', '此专家对该评审对象的同一情形已登记') },
  before: {
    insert: async ({ db }, fields) => {
      const batchId = await batchOfItem(db, fields.itemId)
      const batch = batchId === undefined ? undefined : await holdBatch(db, batchId)
      if (!batch) throw refuse.notFound()
      if (batch.status === 'published') throw refuse.field('itemId', '该批次的结果已公布')
      Object.assign(fields, { batchId, recuseSource: 'office', factKey: `office ${fields.recuseType}` })
    },
    change: async ({ db }, row) => {
      const batch = await holdBatch(db, row.batchId)
      if (batch?.status === 'published') throw refuse.inUse('该批次的结果已公布，不能再认定回避')
    },
  },
  after: {
    change: async (action, row, step) => {
      if (step.verb === 'confirm') await recuse(action, row.itemId, row.expertId, row.detail)
    },
  },
})

/** Experts who are bound to works, or may be. */
export const recusal = resource
