import type { Db } from '../../../platform/database/database'
import { queueMail, queueSms } from '../../../platform/mail/outbox'

interface Registered {
  real_name: string
  mobile: string | null
  email: string | null
}

/** Tells somebody who has registered what was decided, by text message and by mail as far as they gave an address. */
export async function tellDecision(db: Db, person: Registered, verb: 'confirm' | 'reject', reason: string | null): Promise<void> {
  const text =
    verb === 'confirm'
      ? `${person.real_name}，您好：您注册的账号已通过认证，现在可以登录系统。`
      : `${person.real_name}，您好：您注册的账号未通过认证。原因：${reason ?? '未说明'}。如需使用，请更正后重新注册。`
  if (person.mobile) await queueSms(db, person.mobile, text, { template: verb === 'confirm' ? { use: 'confirmed', params: { name: person.real_name } } : { use: 'rejected', params: { name: person.real_name, reason: reason ?? '未说明' } } })
  if (person.email) await queueMail(db, person.email, verb === 'confirm' ? '账号已通过认证' : '账号未通过认证', text)
}
