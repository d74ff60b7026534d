import { viewLink } from '@assoc/contract'
import { taxRate } from '@assoc/contract/invoice/apply'
import type { Db } from '../../../platform/database/database'
import { addJob } from '../../../platform/jobs/queue'
import { defineJob } from '../../../platform/jobs/worker'
import type { Platform } from '../../../platform/platform'
import { derivedStep } from '../../../platform/resource/actions'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import { notify } from '../../../platform/notifications/notify'
import { lockMember } from '../../fee/api'
import { inJob } from '../../../platform/resource/in-job'
import { wayOfProvider, type InvoiceRequest, type WrittenInvoice } from '../provider/provider'
import { standingStill } from '../run.repository'
import { writeOnce, type RunOptions } from '../run'
import { keepInvoice } from '../invoice'
import * as repository from './repository'
import { taxWithin } from './rules'
import { tellReceiver } from './tell'

const JOB = 'invoice:issue'
const TASK = { table: 'invoice_apply', idColumn: 'apply_id', status: 'invoice_status' } as const

/** Queues the writing of an application's invoice. */
export const queueIssue = (db: Db, applyId: string): Promise<void> => addJob(db, JOB, { id: applyId }, { key: `${JOB}:${applyId}` })

/** What the provider is asked to write for an application. */
export const requestOf = (a: repository.Application): InvoiceRequest => ({
  requestNo: a.applyNo,
  ticketType: a.ticketType,
  title: a.title,
  taxNo: a.taxNo,
  bankName: a.facts.bankName,
  bankAccount: a.facts.bankAccount,
  address: a.facts.regAddress,
  phone: a.facts.regPhone,
  itemName: a.itemName,
  amount: a.amount,
  taxAmount: taxWithin(a.amount, a.taxRate),
  taxRate: a.taxRate ? taxRate.labels[a.taxRate as keyof typeof taxRate.labels] : null,
  remark: a.remark,
})

const yuan = (fen: number) => `${(fen / 100).toFixed(2)} 元`

/** The job: has the invoice of an application written and brings the application to its end, or back with what went wrong. */
export function issuer(runtime: () => ResourceRuntime) {
  const settle = (platform: Platform, a: repository.Application, invoice: WrittenInvoice | null, problem: string | null) =>
    inJob(platform, invoice ? '开票完成' : '开票失败', async (action) => {
      await lockMember(action.db, a.memberId)
      const now = await repository.stateOf(action.db, a.applyId)
      if (now?.status !== 'issuing') return
      await repository.setProblem(action.db, a.applyId, problem)
      if (invoice) {
        const fields = { applyId: a.applyId, memberId: a.memberId, bizType: a.bizType, ticketType: a.ticketType, title: a.title, taxNo: a.taxNo, itemName: a.itemName, deptId: a.deptId, createBy: a.createBy }
        await keepInvoice(action, { ...fields, invoiceNo: invoice.invoiceNo, blueId: null, redId: null, amount: a.amount, taxAmount: taxWithin(a.amount, a.taxRate), issueDate: invoice.issueDate, issueWay: wayOfProvider(platform) }, invoice)
      }
      await derivedStep(runtime(), action, a.applyId, invoice ? 'finish' : 'fail', problem)
      if (invoice) await tellReceiver(action.db, a, invoice.invoiceNo)
      const told = invoice ? { title: `已开票：${a.applyNo}`, content: `${a.title}，票据号码 ${invoice.invoiceNo}，${yuan(a.amount)}。` } : { title: `开票失败：${a.applyNo}`, content: problem ?? '' }
      if (a.createBy) await notify(action.db, a.createBy, { ...told, link: viewLink('member/InvoiceApply', { record: a.applyId }) })
    })

  return async function issue(platform: Platform, applyId: string, options: RunOptions = {}): Promise<void> {
    const a = await repository.applicationOf(platform.db, applyId)
    if (a?.status !== 'issuing') return
    const outcome = await writeOnce(platform, { ...TASK, id: applyId }, JOB, a.applyNo, (provider) => provider.issue(requestOf(a)), options)
    if (!outcome) return
    if ('problem' in outcome) return settle(platform, a, null, outcome.problem)
    const { invoice } = outcome
    // A number that was asked for before with another amount: the invoice is there and is not what is wanted now.
    if (invoice.amount !== a.amount) return settle(platform, a, null, `开票平台上该申请编号已有票据 ${invoice.invoiceNo}，金额 ${yuan(invoice.amount)} 与申请不符，请联系开票平台`)
    await settle(platform, a, invoice, null)
  }
}

/** Makes the job known, with the one that takes up what stands still. */
export function defineIssueJobs(issue: ReturnType<typeof issuer>): void {
  defineJob(JOB, ({ id }: { id: string }, platform) => issue(platform, id))
  defineJob('invoice:resumeIssue', async (_payload, { db }) => {
    for (const id of await standingStill(db, TASK)) await queueIssue(db, id)
  }, '*/5 * * * *')
}
