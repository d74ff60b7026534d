import { z } from 'zod'
import { body, call, done, signedIn } from '../core/call'
import { choice, choiceField } from '../core/fields'
import { password } from './sign-in'

/** Messengers of the work place that people may sign in by and are told things in. */
export const imKind = choice('平台', { wecom: '企业微信', dingtalk: '钉钉', feishu: '飞书' })
export type ImKind = keyof typeof imKind.labels

const kind = choiceField(imKind)

/** The person's own bindings, and the account of a messenger that came to this browser and is nobody's yet. */
export const selectOwnIm = call({
  path: '/user/im/selectOwnIm',
  title: '查询本人绑定的办公平台',
  access: signedIn,
  request: body({}),
  response: z.object({
    items: z.array(z.object({ kind, shownName: z.string(), bindTime: z.string().nullable(), lastUsedTime: z.string().nullable() })),
    offer: z.object({ kind, shownName: z.string() }).nullable(),
  }),
})

/** Begins to bind: answers the address at the messenger where its own account is shown by QR. The password is asked once more. */
export const beginImBinding = call({
  path: '/user/im/beginImBinding',
  title: '开始绑定办公平台',
  access: signedIn,
  write: true,
  secretAnswer: true,
  request: body({ kind, passWord: password('当前密码') }),
  response: z.object({ address: z.string() }),
})

/** Takes the account that came to this browser before the person signed in, or lets it go. */
export const answerImOffer = call({
  path: '/user/im/answerImOffer',
  title: '绑定扫码的办公平台账号',
  access: signedIn,
  write: true,
  request: body({ accept: z.boolean() }),
  response: done,
})

export const removeImBinding = call({
  path: '/user/im/removeImBinding',
  title: '解除绑定办公平台',
  access: signedIn,
  write: true,
  request: body({ kind }),
  response: done,
})
