import type { Db } from '../../../platform/database/database'
import { queueSms } from '../../../platform/mail/outbox'
import { yuanText } from '../../fee/api'
import * as repository from './repository'

/** Tells the number of the application's head (收票手机) that its invoice is there, in the transaction that writes it down. */
export async function tellReceiver(db: Db, { applyId, title, amount }: Pick<repository.Application, 'applyId' | 'title' | 'amount'>, invoiceNo: string): Promise<void> {
  const mobile = await repository.receiverOf(db, applyId)
  if (!mobile) return
  const sum = yuanText(amount)
  await queueSms(db, mobile, `${title}的票据已开具，票据号码 ${invoiceNo}，金额 ${sum}。`, { template: { use: 'invoiceIssued', params: { title, no: invoiceNo, amount: sum } } })
}
