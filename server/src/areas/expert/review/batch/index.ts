import type { RowOf } from '@assoc/contract'
import { FROZEN_FIELDS, reviewBatch as contract } from '@assoc/contract/expert/review/batch'
import { tryReviewRules } from '@assoc/contract/expert/review/trial'
import { refuse } from '../../../../platform/errors'
import { handle } from '../../../../platform/http/context'
import { defineJob } from '../../../../platform/jobs/worker'
import type { ServerModule } from '../../../../platform/module'
import type { Platform } from '../../../../platform/platform'
import { derivedStep } from '../../../../platform/resource/actions'
import type { Action, Updated } from '../../../../platform/resource/definition'
import { inJob, SYSTEM } from '../../../../platform/resource/in-job'
import { mountResource } from '../../../../platform/resource/mount'
import { isCarriedOut, runAfter, runBefore } from '../hooks'
import { batchesPastEnd, computed, contentOf, filters, freezeRules, holdBatch, lackingItems } from './repository'
import { tryRules } from './trial'

type Row = RowOf<typeof contract>
type Fields = Updated<typeof contract>

/** Steps that results are the ground of. */
const OF_RESULTS: readonly string[] = ['sum', 'unfreeze', 'publish']
/** Numbers of works that a sentence names. */
const NAMED = 10

/** Values as they compare, whatever the order of their keys and whether what is empty was said. */
const plain = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(plain) : typeof value === 'object' && value !== null ? Object.entries(value).filter(([, one]) => one !== null && one !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, plain(one)]) : (value ?? null)
const same = (a: unknown, b: unknown): boolean => JSON.stringify(plain(a)) === JSON.stringify(plain(b))

/** Rules stay as they were when scoring began; what the batch is about, once works are in it. */
async function requireChangeable({ db }: Action, row: Row, fields: Fields): Promise<void> {
  const changed = (names: readonly (keyof Fields)[]) => names.filter((name) => fields[name] !== undefined && !same(fields[name], row[name as keyof Row]))
  if (row.frozenTime !== null) {
    const frozen = changed(FROZEN_FIELDS)
    if (frozen.length > 0) throw refuse.input(frozen.map((path) => ({ path, message: '评分已开始，计分规则不能修改' })))
    // What was sent along unchanged is not written anew.
    for (const name of FROZEN_FIELDS) delete fields[name]
  }
  const { items, assigned } = await contentOf(db, row.batchId)
  if (items > 0 && changed(['reviewKind']).length > 0) throw refuse.field('reviewKind', '批次中已有评审对象，不能修改')
  if (items > 0 && changed(['previousId']).length > 0) throw refuse.field('previousId', '批次中已有评审对象，不能修改')
  if (assigned > 0 && changed(['expertsPerItem']).length > 0) throw refuse.field('expertsPerItem', '已分配评审专家，不能修改')
  if (fields.previousId === row.batchId) throw refuse.field('previousId', '初评批次不能是本批次')
  if (row.batchStatus === 'scoring' && fields.endTime && Date.parse(fields.endTime) <= Date.now()) throw refuse.field('endTime', '截止时间须晚于现在，需要立即截止时请办理“截止评分”')
}

const CLOSED: readonly string[] = ['ended', 'summed', 'published']

async function requireReady({ db }: Action, row: Row, verb: string): Promise<void> {
  const batch = await holdBatch(db, row.batchId)
  if (!batch) throw refuse.notFound()
  const { items } = await contentOf(db, row.batchId)
  if (verb === 'submit' && items === 0) throw refuse.inUse('批次中还没有评审对象，请先加入')
  if (verb === 'begin') {
    if (batch.over) throw refuse.inUse('截止时间已过，请先修改截止时间')
    const lacking = await lackingItems(db, row.batchId, batch.leastValid)
    if (lacking.length > 0) throw refuse.inUse(`有 ${lacking.length} 件的已接受专家不足 ${batch.leastValid} 位：第 ${lacking.slice(0, NAMED).join('、')}${lacking.length > NAMED ? ' 等' : ''} 件`)
  }
  if (verb === 'takeBack' && (await contentOf(db, row.batchId)).assigned > 0) throw refuse.inUse('已分配评审专家，不能退回草稿')
}

const resource = mountResource(contract, {
  table: 'review_batch',
  module: 'review',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed,
  filters,
  keyword: { columns: ['batch_name'], grams: true },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.batchName,
  constraints: {
    review_batch_name_unique: () => refuse.field('batchName', '已有同名批次'),
    review_batch_times: () => refuse.field('endTime', '截止时间须晚于开始时间'),
  },
  todos: [{ label: '待分配的评审批次', status: 'waiting', permit: 'review:batch:run' }],
  handover: { label: '进行中的评审批次', order: 77, open: ['draft', 'waiting', 'scoring'], settled: ['ended', 'summed'], name: 'batchName' },
  may: (_principal, row, verb) => {
    if (OF_RESULTS.includes(verb)) return isCarriedOut(verb as 'sum')
    if (verb === 'update') return !CLOSED.includes(row.batchStatus) || '评分已截止，不能修改'
    return verb !== 'delete' || row.batchStatus === 'draft' || '只有草稿可以删除'
  },
  before: {
    update: requireChangeable,
    change: async (action, row, step) => {
      await requireReady(action, row, step.verb)
      if (step.verb === 'reopen' && Date.parse(row.endTime) <= Date.now()) throw refuse.field('endTime', '截止时间须晚于现在')
      await runBefore(action, row, step.verb, null)
    },
  },
  after: {
    change: async (action, row, step, reason) => {
      if (step.verb === 'begin') await freezeRules(action.db, row.batchId)
      await runAfter(action, row, step.verb, reason)
    },
  },
})

/** Everybody's rows, for the job. */
const EVERYBODY = { ...SYSTEM, scopes: { review: { all: true, deptIds: [], jurisdictions: [], self: false } } }
const AT_ONCE = 50

/** Ends the scoring of batches whose time is over, each in a transaction of its own. */
export async function endBatches(platform: Platform): Promise<void> {
  for (const batchId of await batchesPastEnd(platform.db, AT_ONCE)) await inJob(platform, '截止评分', async (action) => void (await derivedStep(resource.runtime, action, batchId, 'end')), EVERYBODY)
}
defineJob('review:end', (_payload, platform) => endBatches(platform), '* * * * *')

/** Rounds of scoring. */
export const batch: ServerModule = { bindings: [...resource.bindings, handle(tryReviewRules, tryRules)] }
