import type { RowOf } from '@assoc/contract'
import { EXCHANGE_CLOCK_VERBS, studyExchange as contract } from '@assoc/contract/meeting/exchange'
import { APPLY_CLOCK_VERBS, exchangeApply as applyContract } from '@assoc/contract/meeting/exchange-apply'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { has } from '../../../platform/access/principal'
import { Refusal, refuse } from '../../../platform/errors'
import { addJob } from '../../../platform/jobs/queue'
import { defineJob } from '../../../platform/jobs/worker'
import { mountResource } from '../../../platform/resource/mount'
import { holdCompany } from '../../member/api'
import { giveHours, takeHours } from '../hours/ledger'
import * as notices from './notices'
import { closeAll, givePlaces, held, requireNew, requireOpen, requirePassport, requirePlace, stepExchanges, tellCancelled } from './places'
import * as repository from './repository'
import './tables'

type Row = RowOf<typeof contract>
type Apply = RowOf<typeof applyContract>

const isDraft = (row: Row) => row.exchangeStatus === 'draft' || row.exchangeStatus === 'returned'
const EDITABLE: readonly Row['exchangeStatus'][] = ['draft', 'returned', 'open', 'full']
/** What was approved as it is. */
const FIXED = { exchangeType: '活动类型', feeAmount: '费用', creditHours: '认定学时' } as const

export const studyExchange = mountResource(contract, {
  table: 'study_exchange',
  module: 'exchange',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.exchangeComputed,
  json: ['summaryFile'],
  keyword: { columns: ['exchange_name', 'place', 'host_unit'], grams: true },
  filters: repository.exchangeFilters,
  order: { field: 'startDate', direction: 'desc' },
  todos: [{ label: '待审批交流活动', status: 'pending', permit: 'exchange:exchange:approve' }],
  handover: { label: '未结束的交流活动', order: 72, open: ['draft', 'pending', 'returned', 'open', 'full', 'running', 'ended'], settled: [], name: 'exchangeName' },
  nameOf: (row) => row.exchangeName,
  may: (_who, row, verb) => {
    if (EXCHANGE_CLOCK_VERBS.includes(verb)) return '由系统按名额和活动日期自动转换状态'
    if (verb === 'update') return EDITABLE.includes(row.exchangeStatus) || (row.exchangeStatus === 'pending' ? '审批中的活动不能修改' : '已开始、结束或取消的活动不能修改')
    return verb !== 'delete' || isDraft(row) || '只能删除草稿和退回的活动，已发布的可以取消'
  },
  before: {
    update: (_action, row, fields) => {
      if (isDraft(row)) return
      const changed = (Object.keys(FIXED) as (keyof typeof FIXED)[]).filter((field) => fields[field] !== undefined && fields[field] !== row[field])
      if (changed.length > 0) throw refuse.input(changed.map((path) => ({ path, message: `${FIXED[path]}在审批通过后不能修改` })))
    },
    remove: async ({ db }, { exchangeId }) => {
      if (await repository.hasApplications(db, exchangeId)) throw refuse.inUse('该活动已有报名，不能删除')
    },
    change: async ({ db }, row, step) => {
      if (step.verb !== 'submit' && step.verb !== 'approve') return
      const { startDate, today } = await held(db, row.exchangeId)
      if (startDate <= today) throw new Refusal(MEETING_CODE.exchangeClosed, '活动开始日期已过，请先修改')
    },
  },
  after: {
    // A raised limit gives places on in the transaction that raises it.
    update: (action, row) => (isDraft(row) ? undefined : givePlaces(action.db, row.exchangeId, action.audit)),
    change: async ({ db, audit }, row, step, reason) => {
      if (step.verb === 'summarize') await closeAll(db, row.exchangeId, 'absent', audit)
      if (step.verb !== 'cancel') return
      await closeAll(db, row.exchangeId, 'cancelled', audit, reason)
      await addJob(db, 'exchange:tell-cancelled', { exchangeId: row.exchangeId, reason })
    },
  },
})

async function companyOf(db: Parameters<typeof holdCompany>[0], companyId: string | null | undefined): Promise<string | null> {
  if (!companyId) return null
  if (!(await holdCompany(db, companyId))) throw refuse.field('companyId', '该公司已删除')
  return companyId
}

const LIVING: readonly Apply['applyStatus'][] = ['pending', 'approved', 'waiting']

export const exchangeApply = mountResource(applyContract, {
  table: 'exchange_apply',
  module: 'exchange',
  scope: { dept: 'dept_id', self: 'create_by', company: 'company_id' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  internal: ['deptId'],
  computed: repository.applyComputed,
  keyword: { where: repository.holding },
  filters: { mobile: repository.withMobile },
  order: { field: 'createTime', direction: 'desc' },
  encrypted: { passportNo: { text: 'passport_sealed', blindIndex: 'passport_print' } },
  todos: [{ label: '待审核交流报名', status: 'pending', permit: 'exchange:apply:audit' }],
  handover: { label: '未结束的交流报名', order: 73, open: ['pending', 'approved', 'waiting'], settled: ['attended'], name: 'name' },
  nameOf: (row) => row.name,
  constraints: { exchange_apply_mobile_unique: () => refuse.field('mobile', '该手机号码已报名本次活动') },
  may: (principal, row, verb) => {
    if (APPLY_CLOCK_VERBS.includes(verb)) return '由系统按候补顺序和活动总结办理'
    if (verb === 'update' && !has(principal, 'exchange:exchange:read')) return '如需修改，请取消后重新报名'
    return verb !== 'update' || LIVING.includes(row.applyStatus) || '未通过、已取消或结束的报名不能修改'
  },
  before: {
    insert: async (action, fields) => {
      const exchange = await held(action.db, fields.exchangeId)
      requireOpen(action, exchange)
      fields.companyId = await companyOf(action.db, fields.companyId)
      await requireNew(action.db, exchange, fields.mobile)
      requirePassport(exchange, fields.passportNo)
      fields.deptId = exchange.deptId
    },
    update: async (action, row, fields) => {
      if (fields.exchangeId !== undefined && fields.exchangeId !== row.exchangeId) throw refuse.field('exchangeId', '报名后不能改活动，可以取消后重新报名')
      const exchange = await held(action.db, row.exchangeId)
      requireOpen(action, exchange)
      const companyId = fields.companyId === undefined ? (row.companyId ?? null) : await companyOf(action.db, fields.companyId)
      if (fields.mobile !== undefined && fields.mobile !== row.mobile) await requireNew(action.db, exchange, fields.mobile, row.applyId)
      // Left out it stays as it is; a masked number is none.
      if (fields.passportNo !== undefined) requirePassport(exchange, fields.passportNo)
      if (row.applyStatus === 'approved' && companyId !== (row.companyId ?? null)) await requirePlace(action.db, exchange, row.applyId, companyId)
    },
    change: async ({ db }, row, step) => {
      const exchange = await held(db, row.exchangeId)
      if (step.verb === 'approve') await requirePlace(db, exchange, row.applyId, row.companyId ?? null)
      if (step.verb === 'cancel' && exchange.startDate <= exchange.today) throw new Refusal(MEETING_CODE.exchangeClosed, '活动已开始，不能取消报名')
      if ((step.verb === 'approve' || step.verb === 'wait') && exchange.exchangeStatus !== 'open' && exchange.exchangeStatus !== 'full') throw new Refusal(MEETING_CODE.exchangeClosed, '该活动已开始、结束或取消')
      if (step.verb === 'attend' && exchange.startDate > exchange.today) throw new Refusal(MEETING_CODE.exchangeClosed, `活动 ${exchange.startDate} 开始，尚不能确认参加`)
      if (step.verb === 'revoke' && exchange.exchangeStatus === 'summarized') throw new Refusal(MEETING_CODE.exchangeClosed, '活动已总结，不能撤销参加')
    },
  },
  after: {
    // A place that went to another company may have freed one of the first.
    update: (action, row) => givePlaces(action.db, row.exchangeId, action.audit),
    change: async (action, row, step, reason) => {
      const { db, audit } = action
      const exchange = await held(db, row.exchangeId)
      const told = { applyId: row.applyId, name: row.name, mobile: String(row.mobile), email: row.email ?? null }
      if (step.verb === 'approve' || step.verb === 'wait' || step.verb === 'refuse') await repository.noteOpinion(db, row.applyId, reason)
      if (step.verb === 'wait') await repository.noteWaiting(db, row.applyId)
      if (step.to === 'cancelled' || step.to === 'refused') await repository.dropPassports(db, { applyId: row.applyId })
      if (step.verb === 'approve') await notices.tellPlace(db, told, exchange)
      if (step.verb === 'wait') await notices.tellWaiting(db, told, exchange)
      if (step.verb === 'refuse') await notices.tellRefused(db, told, exchange, reason ?? '')
      if (step.verb === 'attend' && exchange.creditHours > 0) {
        const source = { sourceType: 'exchange', sourceId: row.exchangeId, title: exchange.exchangeName, hours: exchange.creditHours, learnedOn: exchange.endDate } as const
        // Approved with the exchange, and who came is confirmed by those who decide on applications.
        await giveHours(action, [{ name: row.name, mobile: String(row.mobile), companyId: row.companyId ?? null, unitName: row.unitName ?? null }], source, 'approved', action.principal.userId)
      }
      if (step.verb === 'revoke') await takeHours(action, { sourceType: 'exchange', sourceId: row.exchangeId }, String(row.mobile), reason ?? '')
      await givePlaces(db, row.exchangeId, audit)
    },
  },
})

defineJob('exchange:clock', (_payload, platform) => stepExchanges(platform), '*/5 * * * *')
defineJob<{ exchangeId: string; reason: string | null }>('exchange:tell-cancelled', ({ exchangeId, reason }, platform) => tellCancelled(platform, exchangeId, reason ?? ''))
