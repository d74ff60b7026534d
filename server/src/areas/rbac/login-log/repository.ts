import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { peopleCalled } from '../../../platform/identity/people'
import type { LoginResult, LoginWay } from './tables'
import './tables'

export interface LoginAttempt {
  userId: string | null
  name: string
  way: LoginWay
  result: LoginResult
  ip: string
  device: string
}

/**
 * The statement that keeps one attempt. Tries at a shut door are kept once a minute for a name and address, so that
 * nobody can fill the table by knocking on.
 */
export function attemptStatement(a: LoginAttempt): RawBuilder<unknown> {
  const again = sql<SqlBool>`exists (select 1 from login_log l where l.ip = ${a.ip} and l.login_time > now() - interval '1 minute'
    and l.login_result = 'locked' and l.login_name = ${a.name})`
  return sql`insert into login_log (user_id, login_name, login_way, login_result, ip, device)
    select ${a.userId}::bigint, ${a.name}, ${a.way}, ${a.result}, ${a.ip}, ${a.device}
    ${a.result === 'locked' ? sql`where not ${again}` : sql``}`
}

export const insertAttempt = async (db: Db, attempt: LoginAttempt): Promise<void> => void (await attemptStatement(attempt).execute(db))

/** What readers see in place of columns: mobile numbers and mail addresses masked. `t` is the log. */
export const computed: Record<string, RawBuilder<unknown>> = {
  loginName: sql`case
    when t.login_name ~ '^1[0-9]{10}$' then left(t.login_name, 3) || '****' || right(t.login_name, 4)
    when position('@' in t.login_name) > 1 then regexp_replace(t.login_name, '^(.).*(@.*)$', '\\1**\\2')
    else t.login_name end`,
  realName: sql`(select u.real_name from sys_user u where u.user_id = t.user_id)`,
}

/** A typed name that begins so, or an account of a person who is called so. */
export const nameOrPerson = (keyword: string): RawBuilder<SqlBool> =>
  sql`(lower(t.login_name) like ${contains(keyword.trim().toLowerCase()).slice(1)} or t.user_id = any(${peopleCalled(keyword)}))`

export const fromAddress = (text: string): RawBuilder<SqlBool> => sql`t.ip like ${contains(text).slice(1)}`
