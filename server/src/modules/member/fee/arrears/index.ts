import * as calls from '@assoc/contract/member/arrears'
import { writeAudit, type AuditFrame } from '../../../../platform/audit/audit'
import type { Db } from '../../../../platform/database/database'
import { refuse } from '../../../../platform/errors'
import { handle, type Context } from '../../../../platform/http/context'
import { defineJob } from '../../../../platform/jobs/worker'
import { followingStep } from '../../../../platform/resource/deeds'
import { mountResource } from '../../../../platform/resource/mount'
import type { ServerModule } from '../../..'
import { fen, fromDayOf, memberFields, stockCodeOf, toDayOf } from '../found.repository'
import { refreshArrears } from '../ledger.repository'
import { yearNow } from '../ledger.service'
import * as repository from './repository'
import { arrearsDemo, arrearsMenu } from './seed'
import './tables'

const scope = { module: 'fee', scope: { dept: 'dept_id', self: 'create_by' } } as const

const cases = mountResource(calls.unpaidCase, {
  table: 'unpaid_case',
  ...scope,
  changedAt: 'update_time',
  computed: { ...memberFields(), stockCode: stockCodeOf(), ...repository.caseFields },
  keyword: { where: repository.casesFound },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => String(row['memberName']),
  todos: [{ label: '待审议的欠费会员', status: 'review', permit: 'fee:unpaid:decide', page: '/feeManage/threeYearUnpaid' }],
  may: (_who, _row, verb) => verb !== calls.PAID_VERB || '会员缴清欠费后由系统转为已补缴',
})

const reminders = mountResource(calls.dunning, {
  table: 'dunning',
  ...scope,
  createdBy: 'create_by',
  computed: { ...memberFields(), unpaidTotal: fen('unpaid_total'), operator: repository.operator },
  keyword: { where: repository.casesFound },
  filters: { dunningTimeFrom: fromDayOf('dunning_time'), dunningTimeTo: toDayOf('dunning_time') },
  order: { field: 'dunningTime', direction: 'desc' },
  nameOf: (row) => String(row['memberName']),
  before: {
    insert: async ({ db }, fields) => {
      const { owed, deptId } = await repository.owes(db, String(fields['memberId']))
      if (owed === 0) throw refuse.field('memberId', '该会员没有欠缴的会费')
      Object.assign(fields, { unpaidTotal: owed, deptId })
    },
  },
  after: {
    insert: async (deed, _id, fields) => {
      const pending = await repository.pendingCase(deed.db, String(fields['memberId']))
      if (pending) await followingStep(cases.mounted, deed, pending, 'dun', String(fields['dunningNote']))
    },
  },
})

/** Opens and ends cases by what the bills say, each with its audit row. */
export async function refreshCases(db: Db, years: number, frame: AuditFrame): Promise<{ added: number; paid: number }> {
  await refreshArrears(db, yearNow())
  const added = await repository.openCases(db, years)
  const paid = await repository.endPaid(db, years)
  await writeAudit(db, frame, [
    ...added.map((recordId) => ({ recordType: 'unpaidCase', recordId, verb: 'insert', after: { handleStatus: 'pending' } })),
    ...paid.map(({ id, before }) => ({ recordType: 'unpaidCase', recordId: id, verb: calls.PAID_VERB, before: { handleStatus: before }, after: { handleStatus: 'paid' } })),
  ])
  return { added: added.length, paid: paid.length }
}

const frameOf = (title: string, who?: { userId: string; realName: string }, request?: { ip: string; id: string }): AuditFrame => ({
  userId: who?.userId ?? null,
  userName: who?.realName ?? '系统',
  ip: request?.ip ?? '',
  requestId: request?.id ?? '',
  path: calls.refreshUnpaidCases.path,
  title,
})

const refresh = async ({ db, who, request, platform }: Context<typeof calls.refreshUnpaidCases>) =>
  refreshCases(db, await platform.settings.parameter('fee.unpaidYears'), frameOf(calls.refreshUnpaidCases.title, who, request))

defineJob(
  'fee:unpaidCases',
  async (_payload, { db, settings }) => {
    const years = await settings.parameter('fee.unpaidYears')
    await db.transaction().execute((tx) => refreshCases(tx, years, frameOf('更新未缴名单')))
  },
  '40 19 * * *',
)

export const unpaidCases: ServerModule & Pick<typeof cases, 'mounted'> = {
  mounted: cases.mounted,
  bindings: [...cases.bindings, handle(calls.refreshUnpaidCases, refresh)],
  seeds: [arrearsMenu, arrearsDemo],
}
export const dunning = reminders
