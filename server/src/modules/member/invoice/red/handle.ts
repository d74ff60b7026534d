import type { VerbIn } from '@assoc/contract'
import type { ticketStatus } from '@assoc/contract/member/invoice'
import type { redConfirm } from '@assoc/contract/member/invoice-red'
import type { Db } from '../../../../platform/database/database'
import { addJob } from '../../../../platform/jobs/queue'
import { defineJob } from '../../../../platform/jobs/worker'
import type { Platform } from '../../../../platform/platform'
import { followingStep } from '../../../../platform/resource/deeds'
import type { Deed, Mounted } from '../../../../platform/resource/definition'
import { notify } from '../../../desk/notification/service'
import { lockMember } from '../../fee/ledger.repository'
import { invoiceApply } from '../apply'
import { addFreed, freeParts } from '../apply/money.repository'
import { inJob } from '../../../../platform/resource/in-job'
import { wayOfProvider, type WrittenTicket } from '../provider/provider'
import { standingStill } from '../run.repository'
import { writeOnce, type RunOptions } from '../run'
import { keepTicket, tickets } from '../ticket'
import { addRed, ticketOf, type Ticket } from '../ticket/repository'
import * as repository from './repository'

const JOB = 'invoice:red'
const TASK = { table: 'red_confirm', idColumn: 'red_id', status: 'red_status' } as const

/** Queues the writing of a confirmation's red ticket. */
export const queueRed = (db: Db, redId: string): Promise<void> => addJob(db, JOB, { id: redId }, { key: `${JOB}:${redId}` })

/** The step that gives a ticket back what it was, by its former status. */
export const BACK: Partial<Record<string, VerbIn<typeof ticketStatus>>> = { issued: 'stopRed', sent: 'stopRedSent', partRed: 'stopRedPart' }

/**
 * The tax of the next red ticket: what all of them together should have taken, less what they took, so that the last one takes
 * what is left and the parts add up to the blue ticket's tax. Amounts in 分.
 */
export const redTax = (blue: Pick<Ticket, 'amount' | 'taxAmount' | 'redAmount'>, amount: number, taken: number): number =>
  Math.max(0, Math.round((blue.taxAmount * (blue.redAmount + amount)) / blue.amount) - taken)

/** What the red ticket of a confirmation says, apart from number, day and way; amounts below zero. */
export async function redFields({ db }: Deed, confirm: repository.Confirm, blue: Ticket) {
  const { invoiceId, applyId, memberId, bizType, ticketType, title, taxNo, itemName } = blue
  const tax = redTax(blue, confirm.amount, await repository.taxTaken(db, invoiceId))
  return { applyId, blueId: invoiceId, redId: confirm.redId, memberId, bizType, ticketType, title, taxNo, itemName, amount: -confirm.amount, taxAmount: tax === 0 ? 0 : -tax, deptId: confirm.deptId, createBy: confirm.createBy }
}

/** What follows from a red ticket in the ledger: the blue one is set right by so much, and what that frees may be asked for again. The member is locked, `blue` as it was before. */
export async function setRight(deed: Deed, { amount }: repository.Confirm, blue: Ticket): Promise<void> {
  const { db } = deed
  const { invoiceId, applyId } = blue
  const whole = blue.redAmount + amount === blue.amount
  await addRed(db, invoiceId, amount)
  await addFreed(db, applyId, amount)
  await freeParts(db, applyId, amount)
  await followingStep(tickets.mounted, deed, invoiceId, whole ? 'redWhole' : 'redPart')
  if (whole) await followingStep(invoiceApply.mounted, deed, applyId, 'reverse')
}

/** The job: has the red ticket of a confirmation written and carries out what follows, or brings it back with what went wrong. */
export function redWriter(mounted: () => Mounted<typeof redConfirm>) {
  const settle = (platform: Platform, confirm: repository.Confirm, blue: Ticket, ticket: WrittenTicket | null, problem: string | null) =>
    inJob(platform, ticket ? '红票开具完成' : '红票开具失败', async (deed) => {
      await lockMember(deed.db, blue.memberId)
      if ((await repository.confirmOf(deed.db, confirm.redId, true))?.status !== 'issuing') return
      await repository.setProblem(deed.db, confirm.redId, problem)
      const now = await ticketOf(deed.db, blue.invoiceId, true)
      if (ticket && now) {
        await keepTicket(deed, { ...(await redFields(deed, confirm, now)), invoiceNo: ticket.invoiceNo, issueDate: ticket.issueDate, issueWay: wayOfProvider(platform) }, ticket)
        await setRight(deed, confirm, now)
      }
      await followingStep(mounted(), deed, confirm.redId, ticket ? 'finish' : 'fail', problem)
      const told = ticket ? { title: `已开红票：${blue.invoiceNo}`, content: `红字票号 ${ticket.invoiceNo}。` } : { title: `红票开具失败：${blue.invoiceNo}`, content: problem ?? '' }
      if (confirm.createBy) await notify(deed.db, confirm.createBy, { ...told, link: `/invoiceManage/redFlush?keyword=${confirm.confirmNo}` })
    })

  return async function writeRed(platform: Platform, redId: string, options: RunOptions = {}): Promise<void> {
    const confirm = await repository.confirmOf(platform.db, redId)
    const blue = confirm && (await ticketOf(platform.db, confirm.invoiceId))
    if (!confirm || !blue || confirm.status !== 'issuing') return
    const request = { requestNo: confirm.confirmNo, blueNo: blue.invoiceNo, amount: confirm.amount }
    const outcome = await writeOnce(platform, { ...TASK, id: redId }, JOB, confirm.confirmNo, (provider) => provider.red(request), options)
    if (!outcome) return
    await settle(platform, confirm, blue, 'ticket' in outcome ? outcome.ticket : null, 'problem' in outcome ? outcome.problem : null)
  }
}

/** Makes the job known, with the one that takes up what stands still. */
export function defineRedJobs(write: ReturnType<typeof redWriter>): void {
  defineJob(JOB, ({ id }: { id: string }, platform) => write(platform, id))
  defineJob('invoice:resumeRed', async (_payload, { db }) => {
    for (const id of await standingStill(db, TASK)) await queueRed(db, id)
  }, '*/5 * * * *')
}
