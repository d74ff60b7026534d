import { viewLink, type VerbIn } from '@assoc/contract'
import type { ticketStatus } from '@assoc/contract/invoice/invoice'
import type { redConfirm } from '@assoc/contract/invoice/credit-note'
import type { Db } from '../../../platform/database/database'
import { addJob } from '../../../platform/jobs/queue'
import { defineJob } from '../../../platform/jobs/worker'
import type { Platform } from '../../../platform/platform'
import { derivedStep } from '../../../platform/resource/actions'
import type { Action, ResourceRuntime } from '../../../platform/resource/definition'
import { notify } from '../../../platform/notifications/notify'
import { lockMember } from '../../fee/api'
import { invoiceApply } from '../apply'
import { addFreed, freeParts } from '../apply/money.repository'
import { inJob } from '../../../platform/resource/in-job'
import { wayOfProvider, type WrittenInvoice } from '../provider/provider'
import { standingStill } from '../run.repository'
import { writeOnce, type RunOptions } from '../run'
import { keepInvoice, invoices } from '../invoice'
import { addCreditNote, invoiceOf, type InvoiceFacts } from '../invoice/repository'
import * as repository from './repository'

const JOB = 'invoice:red'
const TASK = { table: 'red_confirm', idColumn: 'red_id', status: 'red_status' } as const

/** Queues the writing of a confirmation's credit note. */
export const queueCreditNote = (db: Db, redId: string): Promise<void> => addJob(db, JOB, { id: redId }, { key: `${JOB}:${redId}` })

/** The step that gives an invoice back what it was, by its former status. */
export const BACK: Partial<Record<string, VerbIn<typeof ticketStatus>>> = { issued: 'stopRed', sent: 'stopRedSent', partRed: 'stopRedPart' }

/**
 * The tax of the next credit note: what all of them together should have taken, less what they took, so that the last one takes
 * what is left and the parts add up to the original invoice's tax. Amounts in 分.
 */
export const redTax = (blue: Pick<InvoiceFacts, 'amount' | 'taxAmount' | 'redAmount'>, amount: number, taken: number): number =>
  Math.max(0, Math.round((blue.taxAmount * (blue.redAmount + amount)) / blue.amount) - taken)

/** What the credit note of a confirmation says, apart from number, day and way; amounts below zero. */
export async function redFields({ db }: Action, confirm: repository.Confirm, blue: InvoiceFacts) {
  const { invoiceId, applyId, memberId, bizType, ticketType, title, taxNo, itemName } = blue
  const tax = redTax(blue, confirm.amount, await repository.taxTaken(db, invoiceId))
  return { applyId, blueId: invoiceId, redId: confirm.redId, memberId, bizType, ticketType, title, taxNo, itemName, amount: -confirm.amount, taxAmount: tax === 0 ? 0 : -tax, deptId: confirm.deptId, createBy: confirm.createBy }
}

/** What follows from a credit note in the ledger: the blue one is set right by so much, and what that frees may be asked for again. The member is locked, `blue` as it was before. */
export async function setRight(action: Action, { amount }: repository.Confirm, blue: InvoiceFacts): Promise<void> {
  const { db } = action
  const { invoiceId, applyId } = blue
  const whole = blue.redAmount + amount === blue.amount
  await addCreditNote(db, invoiceId, amount)
  await addFreed(db, applyId, amount)
  await freeParts(db, applyId, amount)
  await derivedStep(invoices.runtime, action, invoiceId, whole ? 'redWhole' : 'redPart')
  if (whole) await derivedStep(invoiceApply.runtime, action, applyId, 'reverse')
}

/** The job: has the credit note of a confirmation written and carries out what follows, or brings it back with what went wrong. */
export function creditNoteWriter(runtime: () => ResourceRuntime<typeof redConfirm>) {
  const settle = (platform: Platform, confirm: repository.Confirm, blue: InvoiceFacts, invoice: WrittenInvoice | null, problem: string | null) =>
    inJob(platform, invoice ? '红票开具完成' : '红票开具失败', async (action) => {
      await lockMember(action.db, blue.memberId)
      if ((await repository.confirmOf(action.db, confirm.redId, true))?.status !== 'issuing') return
      await repository.setProblem(action.db, confirm.redId, problem)
      const now = await invoiceOf(action.db, blue.invoiceId, true)
      if (invoice && now) {
        await keepInvoice(action, { ...(await redFields(action, confirm, now)), invoiceNo: invoice.invoiceNo, issueDate: invoice.issueDate, issueWay: wayOfProvider(platform) }, invoice)
        await setRight(action, confirm, now)
      }
      await derivedStep(runtime(), action, confirm.redId, invoice ? 'finish' : 'fail', problem)
      const told = invoice ? { title: `已开红票：${blue.invoiceNo}`, content: `红字票号 ${invoice.invoiceNo}。` } : { title: `红票开具失败：${blue.invoiceNo}`, content: problem ?? '' }
      if (confirm.createBy) await notify(action.db, confirm.createBy, { ...told, link: viewLink('member/RedFlush', { record: confirm.redId }) })
    })

  return async function writeCreditNote(platform: Platform, redId: string, options: RunOptions = {}): Promise<void> {
    const confirm = await repository.confirmOf(platform.db, redId)
    const blue = confirm && (await invoiceOf(platform.db, confirm.invoiceId))
    if (!confirm || !blue || confirm.status !== 'issuing') return
    const request = { requestNo: confirm.confirmNo, blueNo: blue.invoiceNo, amount: confirm.amount }
    const outcome = await writeOnce(platform, { ...TASK, id: redId }, JOB, confirm.confirmNo, (provider) => provider.red(request), options)
    if (!outcome) return
    await settle(platform, confirm, blue, 'invoice' in outcome ? outcome.invoice : null, 'problem' in outcome ? outcome.problem : null)
  }
}

/** Makes the job known, with the one that takes up what stands still. */
export function defineCreditNoteJobs(write: ReturnType<typeof creditNoteWriter>): void {
  defineJob(JOB, ({ id }: { id: string }, platform) => write(platform, id))
  defineJob('invoice:resumeRed', async (_payload, { db }) => {
    for (const id of await standingStill(db, TASK)) await queueCreditNote(db, id)
  }, '*/5 * * * *')
}
