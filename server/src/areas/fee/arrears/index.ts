import { yearNow } from '@assoc/contract/core/day'
import * as calls from '@assoc/contract/fee/arrears'
import { AMOUNTS, asVariable } from '@assoc/contract/message/kinds'
import { writeAudit, type AuditFrame } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { sinceDay, untilDay } from '../../../platform/database/day'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import { derivedStep } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import type { ServerModule } from '../../../platform/module'
import { onMessageSent } from '../../message/api'
import { onWithdrawalTakenBack, openEnding } from '../../member/api'
import { fen, memberFields, stockCodeOf } from '../found.repository'
import { refreshArrears } from '../ledger.repository'
import { lock } from '../ledger.service'
import { billRuntime } from '../bill/resource'
import { selectDebtors } from './debtors'
import * as repository from './repository'
import { arrearsDemo, arrearsMenu } from './seed'
import './tables'

const scope = { module: 'fee', scope: { dept: 'dept_id', self: 'create_by' } } as const

const cases = mountResource(calls.unpaidCase, {
  table: 'unpaid_case',
  ...scope,
  changedAt: 'update_time',
  computed: { ...memberFields(), stockCode: stockCodeOf(), unpaidTotal: fen('unpaid_total'), ...repository.caseFields },
  keyword: { where: repository.casesFound },
  order: { field: 'updateTime', direction: 'desc' },
  handover: { label: '未办结的三年未缴', order: 47, open: ['pending', 'dunning', 'review'], owners: ['create_by'], name: 'memberName' },
  nameOf: (row) => row.memberName,
  todos: [{ label: '待审议的欠费会员', status: 'review', permit: 'fee:unpaid:decide' }],
  may: (_who, _row, verb) => {
    if (verb === calls.HANDLE_VERB) return '请用「办结」填写处理结论'
    return verb !== calls.PAID_VERB || '会员缴清所列年度的欠费后由系统转为已补缴'
  },
})

const reminders = mountResource(calls.dunning, {
  table: 'dunning',
  ...scope,
  createdBy: 'create_by',
  computed: { ...memberFields(), unpaidTotal: fen('unpaid_total'), operator: repository.operator },
  keyword: { where: repository.casesFound },
  filters: { dunningTimeFrom: sinceDay('dunning_time'), dunningTimeTo: untilDay('dunning_time') },
  order: { field: 'dunningTime', direction: 'desc' },
  nameOf: (row) => row.memberName,
  before: {
    insert: async ({ db }, fields) => {
      const { owed, deptId } = await repository.owes(db, fields.memberId)
      if (owed === 0) throw refuse.field('memberId', '该会员没有欠缴的会费')
      Object.assign(fields, { unpaidTotal: owed, deptId })
    },
  },
  after: {
    insert: async (action, _id, fields) => {
      const pending = await repository.pendingCase(action.db, fields.memberId)
      if (pending) await derivedStep(cases.runtime, action, pending, 'dun', fields.dunningNote)
    },
  },
})

/** Opens, widens and ends cases by what the bills say, each with its audit row. */
export async function refreshCases(db: Db, years: number, frame: AuditFrame, thisYear = yearNow()): Promise<{ added: number; paid: number }> {
  await refreshArrears(db, thisYear)
  const paid = await repository.endPaid(db)
  const grown = await repository.growCases(db, thisYear)
  const added = await repository.openCases(db, years, thisYear)
  await writeAudit(db, frame, [
    ...added.map((recordId) => ({ recordType: 'unpaidCase', recordId, verb: 'insert', after: { handleStatus: 'pending' } })),
    ...grown.map(({ id, before, after }) => ({ recordType: 'unpaidCase', recordId: id, verb: 'update', before: { unpaidYears: before }, after: { unpaidYears: after } })),
    ...paid.map(({ id, before }) => ({ recordType: 'unpaidCase', recordId: id, verb: calls.PAID_VERB, before: { handleStatus: before }, after: { handleStatus: 'paid' } })),
  ])
  return { added: added.length, paid: paid.length }
}

// The membership goes on, and what it owes was never dealt with: the member is listed again at once.
onWithdrawalTakenBack(async (action, { memberId }) => {
  const added = await repository.openCases(action.db, await action.platform.settings.parameter('fee.unpaidYears'), yearNow(), memberId)
  for (const recordId of added) action.audit({ recordType: 'unpaidCase', recordId, verb: 'insert', reason: '退会与除名事项已撤销', after: { handleStatus: 'pending' } })
})

// Who was told what they owe has been reminded: the record says so by itself, and their case is one in which reminders go out.
onMessageSent(async (db, { messageId, channel, msgNo, content, createBy, frame }) => {
  if (!AMOUNTS.some((name) => content.includes(asVariable(name)))) return
  const note = `${channel === 'sms' ? '短信' : '邮件'} ${msgNo}`
  const reminded = await repository.noteReminders(db, { messageId, way: channel, note, createBy })
  const step = calls.handleStatus.find('dun', 'pending')
  const moved = step ? await repository.moveCases(db, reminded, 'pending', step.to) : []
  await writeAudit(db, frame, [
    ...(reminded.length > 0 ? [{ recordType: 'dunning', recordId: null, verb: 'insert', reason: note, after: { messageId, members: reminded.length } }] : []),
    ...moved.map((recordId) => ({ recordType: 'unpaidCase', recordId, verb: 'dun', reason: note, before: { handleStatus: 'pending' }, after: { handleStatus: step?.to } })),
  ])
})

/** Closes a case with its conclusion; what ends a membership opens the case for that, or names the open one. */
async function handleCase(context: Context<typeof calls.handleUnpaidCase>) {
  const { caseId, version, conclusion, reason } = context.input
  const action = context as unknown as Action
  const memberId = await repository.memberOf(action.db, caseId)
  if (!memberId) throw refuse.notFound()
  // The member before the case, as bringing the list up to date takes them.
  await lock(action, memberId)
  const found = await repository.lockCase(action.db, caseId)
  if (!found) throw refuse.notFound()
  if (found.version !== version) throw refuse.conflict({ ...context.input, version: found.version })
  if (found.status !== 'review') throw refuse.badTransition()
  const decisionNo = conclusion === 'keep' ? null : (context.input.decisionNo ?? null)
  const ending = conclusion === 'keep' ? NO_ENDING : await openEnding(action, { memberId, withdrawType: conclusion, reason, decisionNo: decisionNo ?? '', remark: '由三年未缴名单办结转入' }, found.deptId)
  await repository.conclude(action.db, caseId, { conclusion, decisionNo, reason, withdrawId: ending.withdrawId })
  action.audit({ recordType: 'unpaidCase', recordId: caseId, verb: 'update', before: {}, after: { conclusion, decisionNo, withdrawId: ending.withdrawId } })
  await derivedStep(cases.runtime, action, caseId, calls.HANDLE_VERB, reason)
  return ending
}
const NO_ENDING = { withdrawId: null, opened: false }

const frameOf = (title: string, principal?: { userId: string; realName: string }, request?: { ip: string; id: string }): AuditFrame => ({
  userId: principal?.userId ?? null,
  userName: principal?.realName ?? '系统',
  ip: request?.ip ?? '',
  requestId: request?.id ?? '',
  path: calls.refreshUnpaidCases.path,
  title,
})

const refresh = async ({ db, principal, request, platform }: Context<typeof calls.refreshUnpaidCases>) =>
  refreshCases(db, await platform.settings.parameter('fee.unpaidYears'), frameOf(calls.refreshUnpaidCases.title, principal, request))

defineJob(
  'fee:unpaidCases',
  async (_payload, { db, settings }) => {
    const years = await settings.parameter('fee.unpaidYears')
    await db.transaction().execute((tx) => refreshCases(tx, years, frameOf('更新未缴名单')))
  },
  '40 19 * * *',
)

export const unpaidCases: ServerModule & Pick<typeof cases, 'runtime'> = {
  runtime: cases.runtime,
  bindings: [...cases.bindings, handle(calls.refreshUnpaidCases, refresh), handle(calls.handleUnpaidCase, handleCase), handle(calls.selectDebtors, selectDebtors({ bill: () => billRuntime.runtime as never, case: () => cases.runtime as never }))],
  seeds: [arrearsMenu, arrearsDemo],
}
export const dunning = reminders
