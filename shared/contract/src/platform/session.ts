import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { id, withMeta } from '../core/fields'

export const sessionFields = {
  userId: id(),
  loginName: withMeta(z.string(), { label: '登录账号' }),
  realName: withMeta(z.string(), { label: '姓名' }),
  loginIp: withMeta(z.string(), { label: '登录地址' }),
  device: withMeta(z.string(), { label: '设备' }),
  createTime: withMeta(z.string(), { label: '登录时间', show: 'instant' }),
  lastSeenTime: withMeta(z.string(), { label: '最近活动', show: 'instant' }),
  current: withMeta(z.boolean(), { label: '本机' }),
}

export const sessionRow = z.object({ sessionId: id(), ...sessionFields })

export const selectOwnSessions = call({
  path: '/user/session/selectOwnSessions',
  title: '查询本人会话',
  access: signedIn,
  request: body({}),
  response: z.array(sessionRow),
})

/** Ends other sessions of the person; all but the present one when none is named. */
export const endOwnSessions = call({
  path: '/user/session/endOwnSessions',
  title: '结束本人其他会话',
  access: signedIn,
  write: true,
  request: body({ sessionIds: z.array(id()).max(200).optional() }),
  response: z.object({ ended: z.number().int() }),
})

/**
 * Key for drafts that rest in this browser because they could not be sent. Made per person, so that
 * nobody else who signs in at the same machine can read them.
 */
export const getDraftKey = call({
  path: '/user/session/getDraftKey',
  title: '获取草稿密钥',
  access: signedIn,
  request: body({}),
  /** 256 bit AES key, base64. */
  response: z.object({ key: z.string() }),
})

