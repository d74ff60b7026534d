import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { lockForPassword, rolesOf } from '../account/repository'
import { lettersFor } from '../account/reset.service'
import { rolesBeside } from './repository'
import type { OutsiderRole } from './tables'

/** Whether an account has no role any more. */
export const holdsNoRole = async (db: Action['db'], userId: string): Promise<boolean> => ((await rolesOf(db, [userId])).get(userId) ?? []).length === 0

/**
 * The first password of an account that holds nothing but this role, as a letter. Once: whoever has had a password finds it again by
 * themselves, for a second letter would let whoever prints it in as somebody who already works with the account.
 */
export async function firstLetter(action: Pick<Action, 'db' | 'principal' | 'platform'>, userId: string, role: OutsiderRole) {
  const account = await lockForPassword(action.db, userId)
  if (!account) throw refuse.notFound()
  if (account.account_status !== 'normal') throw refuse.badTransition()
  if (!account.never) throw refuse.inUse('该账号已有密码，忘记密码请由本人用手机验证码找回')
  if (await rolesBeside(action.db, userId, role)) throw refuse.inUse('该账号还有其他身份，请由本人用手机验证码登录')
  return lettersFor(action, [account])
}
