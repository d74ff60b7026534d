import * as calls from '@assoc/contract/meeting/fee'
import type { AuditEntry } from '../../../platform/audit/audit'
import { writeAudit } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import type { Platform } from '../../../platform/platform'
import { findRow } from '../../../platform/resource/rows.repository'
import { beforeLosingOther, findOther, holdOther, yuanText } from '../../fee/api'
import { registration } from '../registration'
import * as notices from '../registration/notices'
import { givePlaces, held, stepEntry } from '../registration/places'
import * as repository from './repository'

/** Other business whose money may be a fee of a meeting. */
const KINDS = ['meeting', 'training']
const LINES = 50
const LATE = '逾期未缴费'

async function found({ db, principal }: Pick<Context<typeof calls.selectFeeLines>, 'db' | 'principal'>, registerId: string) {
  const row = await findRow(db, registration.runtime, principal, registerId)
  if (!row) throw refuse.notFound()
  return row
}

async function lines(context: Context<typeof calls.selectFeeLines>) {
  const row = await found(context, context.input.registerId)
  const money = await findOther(context.db, KINDS, context.input.keyword?.trim() || null, LINES)
  const used = await repository.usedOf(context.db, money.map(({ serialNo }) => serialNo))
  return { due: row.dueAmount, lines: money.map((one) => ({ ...one, left: one.amount - (used.get(one.serialNo) ?? 0) })).filter(({ left }) => left > 0) }
}

/** Notes a fee as paid. The bank's money is held meanwhile: of two who use it at once the second finds what is left. */
async function notePaid(context: Context<typeof calls.noteFeePaid>) {
  const { db, principal, input, audit } = context
  const row = await found(context, input.registerId)
  await held(db, row.meetId)
  if (row.payStatus !== 'unpaid') throw refuse.badTransition()
  const money = input.suspenseId ? await holdOther(db, input.suspenseId, KINDS) : undefined
  if (input.suspenseId && !money) throw refuse.field('suspenseId', '这笔到账没有记为会议或培训业务，请先在「待认领款项」中转其他业务')
  if (money) {
    const left = money.amount - ((await repository.usedOf(db, [money.serialNo])).get(money.serialNo) ?? 0)
    if (row.dueAmount > left) throw refuse.field('suspenseId', `这笔到账未用金额为 ${yuanText(left)}，不足应缴的 ${yuanText(row.dueAmount)}`)
  }
  const version = await repository.movePay(db, input.registerId, input.version, 'unpaid', 'paid')
  if (version === undefined) throw refuse.conflict({ ...row })
  const entry = { serialNo: money?.serialNo ?? null, receiptNo: input.receiptNo ?? null, amount: row.dueAmount, entryDate: input.paidDate }
  await repository.insertEntry(db, { registerId: input.registerId, entryType: 'paid', ...entry, remark: input.remark ?? null, createBy: principal.userId })
  audit({ recordType: 'meetingRegistration', recordId: input.registerId, verb: 'notePaid', before: { payStatus: 'unpaid' }, after: { payStatus: 'paid', ...entry } })
  return { version }
}

async function noteRefunded(context: Context<typeof calls.noteFeeRefunded>) {
  const { db, principal, input, audit } = context
  const row = await found(context, input.registerId)
  await held(db, row.meetId)
  if (row.payStatus !== 'toRefund') throw refuse.badTransition()
  const paid = await repository.lastPaid(db, input.registerId)
  const version = await repository.movePay(db, input.registerId, input.version, 'toRefund', 'refunded')
  if (version === undefined) throw refuse.conflict({ ...row })
  const entry = { serialNo: paid?.serialNo ?? null, receiptNo: input.receiptNo, amount: paid?.amount ?? row.dueAmount, entryDate: input.refundDate }
  await repository.insertEntry(db, { registerId: input.registerId, entryType: 'refunded', ...entry, remark: input.remark ?? null, createBy: principal.userId })
  audit({ recordType: 'meetingRegistration', recordId: input.registerId, verb: 'noteRefunded', before: { payStatus: 'toRefund' }, after: { payStatus: 'refunded', ...entry } })
  return { version }
}

async function invoiceOf(context: Context<typeof calls.selectFeeInvoice>) {
  const row = await found(context, context.input.registerId)
  const paid = await repository.lastPaid(context.db, row.registerId)
  // Offered for paid fees alone.
  if (row.payStatus !== 'paid' || !paid) throw refuse.notFound()
  const member = await repository.memberOf(context.db, row.companyId ?? null)
  return { memberId: member?.memberId ?? null, memberName: member?.memberName ?? null, receivedSerial: paid.serialNo, receivedDate: paid.entryDate, receivedAmount: paid.amount, amount: paid.amount, itemName: '会议费' }
}

beforeLosingOther(async ({ db }, { serialNo }) => {
  if (((await repository.usedOf(db, [serialNo])).get(serialNo) ?? 0) > 0) throw refuse.inUse('这笔到账已登记为会务费，请先办理退款')
})

/** Warns those whose fee is due within a day, and gives on the places of those who have not paid in time, meeting by meeting. */
export async function chaseFees({ db }: Pick<Platform, 'db'>): Promise<void> {
  for (const { meetId } of await repository.owingMeetings(db)) {
    await db.transaction().execute(async (tx) => {
      const entries: AuditEntry[] = []
      const meeting = await held(tx, meetId)
      for (const late of await repository.takeUnpaid(tx, meetId)) {
        entries.push(stepEntry(late.registerId, 'cancel', 'confirmed', 'cancelled', LATE))
        await notices.tellRefused(tx, late, meeting, LATE)
      }
      for (const owing of await repository.takeUnwarned(tx, meetId)) await notices.tellPayDue(tx, owing, meeting, yuanText(owing.dueAmount), owing.until)
      await givePlaces({ db: tx }, meetId, (one) => entries.push(one))
      await writeAudit(tx, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: LATE }, entries)
    })
  }
}
defineJob('meeting:chase-fees', (_payload, platform) => chaseFees(platform), '* * * * *')

export const meetingFee: ServerModule = {
  bindings: [handle(calls.selectFeeLines, lines), handle(calls.noteFeePaid, notePaid), handle(calls.noteFeeRefunded, noteRefunded), handle(calls.selectFeeInvoice, invoiceOf)],
}
