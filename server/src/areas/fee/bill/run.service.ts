import { viewLink } from '@assoc/contract'
import { dayAfter, localTime, yearNow } from '@assoc/contract/core/day'
import type * as calls from '@assoc/contract/fee/bill'
import { dueDayOf } from '@assoc/contract/fee/bill'
import type * as home from '@assoc/contract/member/home'
import { holdersOf, loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import { writeAudit } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { writeWorkbook } from '../../../platform/excel/excel'
import { keepFile } from '../../../platform/files/store'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import type { Action } from '../../../platform/resource/definition'
import { exportName, XLSX } from '../../../platform/resource/workbook'
import * as work from '../../../platform/work/work'
import { notify } from '../../../platform/notifications/notify'
import type { Joined } from '../../member/api'
import { balanceRuntime } from '../balance/resource'
import { refreshArrears } from '../ledger.repository'
import { gapsInForce } from '../standard/service'
import { billRuntime } from './resource'
import * as repository from './run.repository'

export const RUN_JOB = 'fee:billRun'
const TITLE = '生成年度账单'
/** Members a step; each step is a transaction. */
const STEP = 200
/** Members without a standard that the preview and the file tell. */
const SHOWN = 100
const TOLD = 5000
/** Days after joining within which the first fee is paid. */
const FIRST_DUE_DAYS = 15

interface RunInput {
  billYear: number
  dueDate: string
}

// Whom a run bills is bounded by the person's scope of fees.
const members = () => balanceRuntime.runtime.entity

function validate({ billYear, dueDate }: RunInput): void {
  if (billYear > yearNow() + 1) throw refuse.field('billYear', '只能生成下一年度及以前的账单')
  if (dueDate < `${billYear}-01-01` || dueDate > `${billYear + 1}-12-31`) throw refuse.field('dueDate', '缴费截止日须在账单年度或其下一年度内')
}

export async function previewBillRun({ db, principal, input }: Context<typeof calls.previewBillRun>) {
  validate({ ...input, dueDate: input.dueDate ?? dueDayOf(input.billYear) })
  const preview = await repository.previewOf(db, principal, members(), input.billYear)
  return { ...preview, replaced: await repository.replacedBy(db, principal, members(), input.billYear, SHOWN), gaps: await gapsInForce(db, input.billYear), problems: preview.withoutStandard > 0 ? await repository.problemsOf(db, principal, members(), input.billYear, SHOWN) : [] }
}

export async function startBillRun({ db, principal, input, audit, job }: Context<typeof calls.startBillRun>) {
  validate(input)
  // Members whose shares lie in a gap would silently have no bill.
  const gaps = await gapsInForce(db, input.billYear)
  if (gaps.length > 0) throw refuse.inUse(`会费标准不完整：${gaps.join('；')}。请先在「会费标准」中补齐并启用`)
  const { toBill, billedAlready, withoutStandard } = await repository.previewOf(db, principal, members(), input.billYear)
  if (toBill === 0) throw refuse.inUse(withoutStandard > 0 ? '没有可生成的账单：其余会员没有适用的会费标准' : `${input.billYear} 年度账单已全部生成`)
  const workId = await work.insertWork(db, RUN_JOB, principal.userId, `${TITLE}（${input.billYear}）`, input, toBill + billedAlready + withoutStandard)
  await job(RUN_JOB, { workId }, { maxAttempts: 3, key: `work:${workId}` })
  audit({ recordType: 'work', recordId: workId, verb: 'billRun', after: { ...input } })
  return { workId }
}

/** The job behind a run: step by step, each its own transaction; what was billed before is passed over. */
export async function runBills({ workId }: { workId: string }, platform: Platform, pause: () => Promise<void> = async () => undefined): Promise<void> {
  const { db } = platform
  const begun = await work.startWork(db, workId)
  if (!begun) return
  const input = begun.input as RunInput
  try {
    const facts = await loadUserFacts(db, begun.user_id)
    if (!facts || facts.accountStatus !== 'normal' || !facts.principal.permits.has('fee:bill:generate')) return await work.failWork(db, workId, '您已没有生成账单的权限')
    const principal: Principal = { ...facts.principal, sessionId: '' }
    const made = await billAll(db, workId, principal, input, pause)
    if (made === undefined) return
    if (input.billYear < yearNow()) await refreshArrears(db, yearNow())
    await finish(platform, workId, principal, input, made)
  } catch (error) {
    await work.failWork(db, workId, '账单生成中断，系统会自动重试；已生成的账单不会重复')
    throw error
  }
}

/** Bills all members of the run; undefined when it was cancelled, the number of new bills otherwise. */
async function billAll(db: Db, workId: string, principal: Principal, { billYear, dueDate }: RunInput, pause: () => Promise<void>): Promise<number | undefined> {
  let [after, seen, made] = ['0', 0, 0]
  for (;;) {
    const ids = await repository.stepAfter(db, principal, members(), billYear, after, STEP)
    if (ids.length > 0) {
      made += await db.transaction().execute(async (tx) => {
        const count = await repository.billMembers(tx, ids, billYear, dueDate, principal.userId)
        const frame = { userId: principal.userId, userName: principal.realName, ip: '', requestId: `work${workId}`, path: '/fee/bill/startBillRun', title: TITLE }
        if (count > 0) await writeAudit(tx, frame, [{ recordType: 'work', recordId: workId, verb: 'billStep', after: { billYear, count } }])
        return count
      })
    }
    seen += ids.length
    after = ids.at(-1) ?? after
    if (!(await work.tellProgress(db, workId, seen))) return undefined
    if (ids.length < STEP) return made
    await pause()
  }
}

async function finish(platform: Platform, workId: string, principal: Principal, { billYear, dueDate }: RunInput, made: number): Promise<void> {
  const { db } = platform
  const { billedAlready, withoutStandard } = await repository.previewOf(db, principal, members(), billYear)
  const problems = await repository.problemsOf(db, principal, members(), billYear, TOLD)
  const bytes = await writeWorkbook([
    {
      name: '生成结果',
      header: ['项目', '内容'],
      rows: [['账单年度', billYear], ['缴费截止日', dueDate], ['本次生成账单', made], ['本年度账单合计', billedAlready], ['没有适用标准的会员', withoutStandard], ['经办人', principal.realName], ['完成时间', localTime(new Date())]],
      widths: [24, 30],
    },
    { name: '未生成账单的会员', header: ['会员编号', '会员名称', '原因'], rows: problems.map((p) => [p.memberNo, p.memberName, p.message]), widths: [16, 40, 40] },
  ])
  await db.transaction().execute(async (tx) => {
    const fileId = await keepFile(tx, platform.files, { fileName: exportName(`${billYear}年度账单生成结果`), contentType: XLSX, bytes, ownerType: 'work', ownerId: workId, createBy: principal.userId })
    const content = `${billYear} 年度账单已生成 ${made} 张${withoutStandard > 0 ? `，另有 ${withoutStandard} 个会员没有适用的会费标准` : ''}。`
    await work.finishWork(tx, { workId, userId: principal.userId, fileId, rows: billedAlready + withoutStandard, notice: { title: '年度账单生成完成', content, link: viewLink('member/DuesBill', { billYear }) } })
  })
}

/** Leaves a notice to those who may make bills. */
async function tellBillers(db: Db, title: string, content: string, year: number): Promise<void> {
  for (const userId of await holdersOf(db, 'fee:bill:generate')) await notify(db, userId, { title, content, link: viewLink('member/DuesBill', { billYear: year }) })
}

/** The first bill of a member, for the year of joining. Where no standard fits, those who make bills are told with the reason. */
export async function billJoined({ db, principal }: Pick<Action, 'db' | 'principal'>, { memberId, joinDate }: Joined): Promise<void> {
  const year = Number(joinDate.slice(0, 4))
  if ((await repository.billMembers(db, [memberId], year, dayAfter(joinDate, FIRST_DUE_DAYS), principal.userId)) > 0) return
  const why = await repository.unbilled(db, memberId, year)
  if (!why) return
  const content = `${why.memberName}（${why.memberNo}）${year} 年度没有生成会费账单：${why.message}。请补齐后在「年度会费账单」中生成。`
  await tellBillers(db, '新会员未生成会费账单', content, year)
}

/** Whoever was leaving when this year's bills were made has none: those who make bills are told when the membership goes on. */
export async function tellPassedOver({ db }: Pick<Action, 'db'>, { memberId }: { memberId: string }): Promise<void> {
  const year = yearNow()
  const passed = await repository.passedOver(db, memberId, year)
  if (!passed) return
  const content = `${passed.memberName}（${passed.memberNo}）的退会与除名事项已撤销，会籍保留。${year} 年度账单已经生成，而该会员没有账单，请在「年度会费账单」中再次生成。`
  await tellBillers(db, '会籍保留，本年度没有账单', content, year)
}

/** A member with money to account for is not deleted. */
export async function keepBilled(db: Db, memberId: string): Promise<void> {
  if (await repository.hasMoney(db, memberId)) throw refuse.inUse('该会员已有会费账单或缴费记录，不能删除，请办理退会')
}

export async function countDues({ db, principal }: Context<typeof home.countDues>) {
  const year = yearNow()
  const { open, overdue } = await repository.countDues(db, principal, billRuntime.runtime.entity, year)
  return [
    { label: `${year} 年度待缴账单`, value: open, link: viewLink('member/DuesBill', { billYear: year, billStatus: 'due,part' }) },
    { label: '逾期账单', value: overdue, link: viewLink('member/DuesBill', { overdue: 'yes' }) },
  ]
}
