import type { findForLogin } from './account.repository'

type Account = NonNullable<Awaited<ReturnType<typeof findForLogin>>>

/** Whether an account is let in by a proof that is no password: a lock bars passwords alone, so that nobody can keep another out by typing wrong ones. */
export const letsIn = ({ account_status }: Pick<Account, 'account_status'>): boolean => account_status === 'normal' || account_status === 'locked'

/** Whether a password is looked at: not while the account is locked. */
export const takesPassword = ({ account_status, lock_until }: Pick<Account, 'account_status' | 'lock_until'>): boolean =>
  account_status === 'normal' || (account_status === 'locked' && lock_until !== null && lock_until.getTime() <= Date.now())
