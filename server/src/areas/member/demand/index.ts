import { type RowOf, viewLink } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { CALENDAR_VERBS, DEMANDS_OPEN, DEMAND_DAYS, demand as contract, matchInput } from '@assoc/contract/member/demand'
import { writeAudit } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import { defineJob } from '../../../platform/jobs/worker'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import type { Platform } from '../../../platform/platform'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { givenTo } from '../../../platform/resource/step-input'
import { notify } from '../../../platform/notifications/notify'
import * as repository from './repository'
import { demandDemo, demandMenu } from './seed'
import { holdCompany } from '../company/keyword.repository'
import './tables'

type Row = RowOf<typeof contract>

const DAY_MS = 86_400_000

function validateDeadline({ deadline }: Pick<Row, 'deadline'>): void {
  if (deadline < today()) throw refuse.field('deadline', '截止日期不能早于今天')
  if (deadline > today(new Date(Date.now() + DEMAND_DAYS * DAY_MS))) throw refuse.field('deadline', `截止日期最晚为 ${DEMAND_DAYS} 天之后`)
}

async function validateOpen({ db }: Action, row: Row): Promise<void> {
  const open = await repository.countOpen(db, row.companyId, row.demandType, row.demandId)
  if (open >= DEMANDS_OPEN) throw refuse.inUse(`该公司同一类型已有 ${DEMANDS_OPEN} 条审核中或已发布的需求`)
}

const runtime = mountResource(contract, {
  table: 'demand',
  module: 'director',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { where: repository.holding, number: { column: 'demand_no', prefix: 'XQ' } },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  todos: [{ label: '待审核需求', status: 'pending', permit: 'director:demand:audit' }],
  handover: { label: '未关闭的需求', order: 61, open: ['draft', 'pending', 'published', 'rejected', 'matched', 'expired'] },
  nameOf: (row) => row.demandNo,
  may: (_who, row, verb) => {
    if (CALENDAR_VERBS.includes(verb)) return '需求在截止日期之后自动过期'
    if (verb === 'update') return ['draft', 'rejected', 'expired'].includes(row.demandStatus) || '已提交的需求不能修改，请先由审核人驳回'
    return verb !== 'delete' || row.demandStatus === 'draft' || '只能删除草稿'
  },
  before: {
    insert: async ({ db }, fields) => {
      validateDeadline(fields)
      if (!(await holdCompany(db, fields.companyId))) throw refuse.field('companyId', '该公司已删除')
      fields.demandNo = await nextNumber(db, 'XQ', todayDigits())
    },
    update: (_action, row, fields) => validateDeadline({ ...row, ...fields }),
    change: async (action, row, step, input) => {
      if (step.verb === 'match') await validateMatch(action, row, givenTo(matchInput, input).directorIds)
      if (step.verb === 'submit') validateDeadline(row)
      if (step.verb === 'submit') await validateOpen(action, row)
    },
  },
  after: {
    change: async ({ db }, row, step, _reason, input) => {
      if (step.verb === 'match') await repository.noteMatch(db, row.demandId, givenTo(matchInput, input).directorIds)
    },
  },
})

/** People who are in the pool now; a demand for independent directors names at least one, and none names more than it asks for. */
async function validateMatch({ db }: Action, { demandType, demandCount }: Pick<Row, 'demandType' | 'demandCount'>, directorIds: readonly string[]): Promise<void> {
  if (demandType === 'independent' && directorIds.length === 0) throw refuse.field('input.directorIds', '请选择匹配的独立董事')
  if (directorIds.length > demandCount) throw refuse.field('input.directorIds', `需求人数为 ${demandCount} 人，请不要多选`)
  if ((await repository.listedAmong(db, directorIds)) < new Set(directorIds).size) throw refuse.field('input.directorIds', '只能选择已入库且未暂停展示的人员')
}

/** Demands whose last day is over expire, each for itself with its audit row, and their makers are told. */
export async function expireDemands({ db, log }: Pick<Platform, 'db' | 'log'>, day = today()): Promise<number> {
  const due = await repository.overdue(db, day)
  let done = 0
  for (const { demandId, demandNo, createBy } of due) {
    await db.transaction().execute(async (tx) => {
      if (!(await repository.expire(tx, demandId))) return
      await writeAudit(tx, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: '需求过期' }, [{ recordType: 'demand', recordId: demandId, verb: 'expire', before: { demandStatus: 'published' }, after: { demandStatus: 'expired' } }])
      if (createBy) await notify(tx, createBy, { title: `需求 ${demandNo} 已过期`, content: '截止日期已过，可以修改截止日期后重新提交审核。', link: viewLink('member/DemandAudit', { record: demandId }) })
      done += 1
    })
  }
  if (done > 0) log.info({ demands: done }, 'demands have expired')
  return done
}
defineJob('demand:expire', async (_payload, platform) => void (await expireDemands(platform)), '7 * * * *')

export const demand = { ...runtime, seeds: [demandMenu, demandDemo] }
