import { z } from 'zod'
import { body, call, done, visitor } from '../core/call'
import { choice, choiceField, optionalText, text, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { channel } from './kinds'
import { message } from './permits'

export const optOutSource = choice('来源', { staff: '人工登记', link: '邮件退订', reply: '短信回复', bounce: '多次退信' })
/** A number or address that wants no promotion any more; kept after the contact is gone. */
export const optOut = resource({
  name: 'optOut',
  label: '退订',
  base: '/message/optOut',
  id: 'optOutId',
  fields: {
    channel: choiceField(channel),
    /** As it is written down. Rows have it as number or as address, each masked in its own way, and none here. */
    address: personal(text('退订号码或邮箱', 64, 5), 'mobile'),
    remark: optionalText('备注', 200),
  },
  more: {
    mobile: personal(withMeta(z.string().nullable(), { label: '手机号码' }), 'mobile'),
    email: personal(withMeta(z.string().nullable(), { label: '邮箱' }), 'email'),
    source: choiceField(optOutSource),
    optOutTime: withMeta(z.string(), { label: '退订时间', show: 'instant' }),
  },
  filters: { address: optionalText('号码或邮箱（完整）', 64), channel: channel.schema.optional(), source: optOutSource.schema.optional() },
  view: 'member/OptOutList',
  facts: ['channel', 'source', 'optOutTime'],
  sortable: ['optOutTime'],
  access: { read: message('optOut:read'), insert: message('optOut:update'), remove: message('optOut:update'), export: message('optOut:read') },
})

/** Takes the recipient of a promotion off by the signed token of its link; again and again is the same. */
export const optOutByLink = call({
  path: '/message/optOut/optOutByLink',
  title: '邮件退订',
  access: visitor({ proof: 'link', rate: { max: 300, seconds: 600 } }),
  write: true,
  request: body({ token: z.string().min(1).max(200) }),
  response: done,
})
