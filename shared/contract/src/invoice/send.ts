import { z } from 'zod'
import { body, call, visitor } from '../core/call'
import { date, optionalText, ref, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { email, orEmpty } from '../rules/identifiers'
import { BY_SYSTEM } from './head'
import { sendableLookup } from './lookups'
import { invoice } from './permits'

/** Times that one sending may be tried again. */
export const SEND_RETRIES = 3

const send = 'invoice:send:send'
export const sendResult = statusMachine(
  '发送结果',
  { waiting: ['待发送', 'amber'], sent: ['成功', 'green'], failed: ['失败', 'red'], unknown: ['结果未知', 'violet'] },
  [
    { from: ['waiting'], to: 'sent', verb: 'arrive', label: '发送成功', permit: BY_SYSTEM },
    { from: ['waiting'], to: 'failed', verb: 'fail', label: '发送失败', permit: BY_SYSTEM },
    { from: ['waiting'], to: 'unknown', verb: 'lose', label: '结果未知', permit: BY_SYSTEM },
    { from: ['failed', 'unknown'], to: 'waiting', verb: 'retry', label: '重新发送', permit: send, reason: 'optional' },
  ],
)
/** An invoice that went out by mail with its files (domain B8). What may have arrived is told as unknown and not sent again by itself. */
export const invoiceSend = resource({
  name: 'invoiceSend',
  label: '票据发送',
  base: '/invoice/send',
  id: 'sendId',
  fields: {
    invoiceId: ref('票据', sendableLookup),
    /** Left out for the address of the invoice's own head. */
    sendTo: personal(orEmpty(email('收票邮箱')), 'email'),
    remark: optionalText('备注', 200),
  },
  more: {
    invoiceNo: withMeta(z.string(), { label: '票据号码' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    title: withMeta(z.string(), { label: '发票抬头' }),
    tries: withMeta(z.number().int(), { label: '发送次数', show: 'count' }),
    problem: withMeta(z.string().nullable(), { label: '失败原因' }),
    sendTime: withMeta(z.string().nullable(), { label: '发送时间', show: 'instant' }),
    /** When the file was first fetched by the link of the mail. */
    readTime: withMeta(z.string().nullable(), { label: '下载时间', show: 'instant' }),
    operator: withMeta(z.string(), { label: '经办人' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    invoiceId: ref('票据', 'invoice').optional(),
    keyword: optionalText('票据号码、抬头、完整邮箱或公司名称', 64),
    sendResult: withMeta(z.array(sendResult.schema), { label: '发送结果' }).optional(),
    updateTimeFrom: date('更新日期起').optional(),
    updateTimeTo: date('更新日期止').optional(),
  },
  view: 'member/InvoiceSend',
  facts: ['invoiceNo', 'memberName', 'title', 'tries', 'sendTime'],
  sortable: ['sendTime', 'updateTime'],
  access: { read: invoice('send:read'), insert: invoice('send:send'), export: invoice('send:read') },
  status: { field: 'sendResult', machine: sendResult },
})

/** For the form: invoices that can be sent, by number, title or member, with the masked address of their title. */
export const findSendable = call({
  path: '/invoice/send/findSendable',
  title: '查找待发送票据',
  access: invoice('send:send'),
  request: body({ keyword: optionalText('关键字', 50) }),
  response: z.array(z.object({ invoiceId: z.string(), invoiceNo: z.string(), title: z.string(), receiveEmail: personal(z.string().nullable(), 'email') })),
})

/** A file of an invoice that was sent, by the signed token of the mail's link; the first fetching is noted. */
export const downloadSentTicket = call({
  path: '/invoice/invoiceSend/downloadSentTicket',
  title: '下载票据文件',
  access: visitor({ proof: 'link', rate: { max: 300, seconds: 600 } }),
  write: true,
  blob: true,
  request: body({ token: z.string().min(1).max(200), at: z.number().int().min(0).max(99) }),
  response: z.unknown(),
})
