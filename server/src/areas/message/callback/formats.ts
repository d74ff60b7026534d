import { z } from 'zod'
import type { Receipt } from '../message/receipts'

/** What providers tell: what became of messages, and what people answered. */
export interface Words {
  receipts: readonly Receipt[]
  replies: readonly { mobile: string; text: string }[]
}

const MOST = 1000
const shown = (max: number) => z.union([z.string(), z.number()]).transform((value) => String(value).slice(0, max))
const own = (text: string | null | undefined): string | null => (text && /^(message|outbox)-\d{1,19}$/.test(text) ? text : null)

// Alibaba Cloud pushes lists of receipts (SmsReport) and of replies (SmsUp), each to the address that is set there.
const aliyun = z
  .array(
    z.union([
      z.object({ biz_id: z.string().min(1).max(200), success: z.boolean(), err_code: shown(40).nullish(), err_msg: shown(200).nullish(), out_id: z.string().max(200).nullish() }),
      z.object({ phone_number: z.string().max(20), content: z.string().max(500) }),
    ]),
  )
  .max(MOST)

// Tencent Cloud: the same address may be given for both.
const tencentReply = z.object({ mobile: z.string().max(20), text: z.string().max(500) })
const tencent = z.union([
  z.array(z.union([z.object({ sid: z.string().min(1).max(200), report_status: z.enum(['SUCCESS', 'FAIL']), errmsg: shown(40).nullish(), description: shown(200).nullish() }), tencentReply])).max(MOST),
  tencentReply.transform((one) => [one]),
])

export interface Format {
  read: (body: unknown) => Words | undefined
  /** What the provider takes for "heard". */
  answer: object
}

/** The forms in which public providers call back, by the last part of the address. */
export const FORMATS: Readonly<Record<string, Format>> = {
  aliyun: {
    answer: { code: 0, msg: '成功' },
    read: (body) => {
      const told = aliyun.safeParse(body)
      if (!told.success) return undefined
      return {
        receipts: told.data.flatMap((one) => ('biz_id' in one ? [{ providerRef: one.biz_id, ownRef: own(one.out_id), result: one.success ? ('delivered' as const) : ('failed' as const), code: one.err_code, reason: one.err_msg }] : [])),
        replies: told.data.flatMap((one) => ('phone_number' in one && 'content' in one ? [{ mobile: one.phone_number, text: one.content }] : [])),
      }
    },
  },
  tencent: {
    answer: { result: 0, errmsg: 'OK' },
    read: (body) => {
      const told = tencent.safeParse(body)
      if (!told.success) return undefined
      return {
        receipts: told.data.flatMap((one) => ('sid' in one ? [{ providerRef: one.sid, result: one.report_status === 'SUCCESS' ? ('delivered' as const) : ('failed' as const), code: one.errmsg, reason: one.description }] : [])),
        replies: told.data.flatMap((one) => ('text' in one ? [{ mobile: one.mobile, text: one.text }] : [])),
      }
    },
  },
}
