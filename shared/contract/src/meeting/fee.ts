import { z } from 'zod'
import { body, call } from '../core/call'
import { asksFor } from '../core/conditions'
import { id, moneyDate, optionalText, ref, text, version, withMeta } from '../core/fields'
import { needed } from '../core/field-rules'
import { meeting } from './permits'

// Fees of meetings: what was paid and given back is noted by staff, against money of the bank's or a receipt.

const of = { registerId: ref('会议报名', 'meetingRegistration') }
const yuan = (label: string) => withMeta(z.number().int(), { label, show: 'yuan' })

/** Money of the bank's that was put down for meetings and trainings, with what of it is left. */
export const selectFeeLines = call({
  path: '/meeting/fee/selectFeeLines',
  title: '查询会务费到账',
  access: meeting('registration:pay'),
  request: body({ ...of, keyword: optionalText('流水号或付款户名', 50) }),
  response: z.object({
    due: yuan('应缴（元）'),
    lines: z.array(z.object({ suspenseId: id(), serialNo: z.string(), payerName: z.string(), tradeDate: z.string(), amount: yuan('到账金额（元）'), left: yuan('未用金额（元）') })),
  }),
})

/** Notes that the fee of a registration was paid: by a line of the bank's statement, or by a receipt. */
export const noteFeePaid = call({
  path: '/meeting/fee/noteFeePaid',
  title: '登记会务费',
  access: meeting('registration:pay'),
  write: true,
  request: asksFor(
    body({
      ...of,
      version: version(),
      suspenseId: withMeta(id('到账流水').nullish(), { label: '到账流水' }),
      receiptNo: needed(optionalText('收据号', 40), ({ suspenseId }) => (suspenseId ? null : '请选择到账流水，或填写收据号')),
      paidDate: moneyDate('缴费日期'),
      remark: optionalText('备注', 200),
    }),
  ),
  response: z.object({ version: version() }),
})

/** Notes that a fee was given back. */
export const noteFeeRefunded = call({
  path: '/meeting/fee/noteFeeRefunded',
  title: '登记会务费退款',
  access: meeting('registration:pay'),
  write: true,
  request: body({ ...of, version: version(), receiptNo: text('退款凭证号', 40), refundDate: moneyDate('退款日期'), remark: optionalText('备注', 200) }),
  response: z.object({ version: version() }),
})

/** What an application for the invoice of a paid fee is filled in with. */
export const selectFeeInvoice = call({
  path: '/meeting/fee/selectFeeInvoice',
  title: '查询会务费开票信息',
  access: meeting('registration:pay'),
  request: body(of),
  response: z.object({ memberId: id().nullable(), memberName: z.string().nullable(), receivedSerial: z.string().nullable(), receivedDate: z.string(), receivedAmount: yuan('到账金额（元）'), amount: yuan('开票金额（元）'), itemName: z.string() }),
})
