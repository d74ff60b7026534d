import { hashPassword } from '../../../platform/auth/passwords'
import { newPassword } from '../../../platform/auth/tokens'
import type { Platform } from '../../../platform/platform'
import { gramsOf, initials } from '../../../platform/search/grams'
import { UserFacingError } from '../../../platform/errors'
import { passwordIsAllowed } from '@assoc/contract/rules/password'
import * as repository from './administrator.repository'

const LOGIN_NAME = 'admin'

export const hasAdministrator = (platform: Platform): Promise<boolean> => repository.anyAdministrator(platform.db)

/**
 * Makes the first administrator of an installation, who holds all built-in roles. A password that was
 * given is not forced to be changed at first sign-in, a generated one is. Answers null when there is
 * an administrator already.
 */
export async function ensureAdministrator(platform: Platform, given: string | undefined) {
  if (await repository.anyAdministrator(platform.db)) return null
  if (given && !passwordIsAllowed(given, [LOGIN_NAME])) {
    throw new UserFacingError('ADMIN_PASSWORD is too weak: give at least 10 characters that are no simple sequence and do not hold the sign-in name.')
  }
  const password = given ?? newPassword()
  const passwordHash = await hashPassword(password)
  const made = await repository.insertAdministrator(platform.db, {
    loginName: LOGIN_NAME,
    realName: '系统管理员',
    passwordHash,
    mustChangePassword: !given,
    grams: gramsOf([LOGIN_NAME, '系统管理员', initials('系统管理员')]),
  })
  return made ? { loginName: LOGIN_NAME, password, generated: !given } : null
}
