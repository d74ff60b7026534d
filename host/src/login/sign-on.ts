import { finishSignOn as finish } from '@assoc/contract/rbac/sign-on'
import { ApiError, api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { SHOWN_HERE } from './form-store'
import type { LoginStore } from './login-store'

/** Takes over what the provider has brought: the session, or the second step before it. */
export async function finishSignOn(login: LoginStore): Promise<void> {
  try {
    await login.arriveBy(() => api(finish, {}, { quiet: SHOWN_HERE }), '', '')
  } catch (error) {
    toasts.error(error instanceof ApiError ? error.message : '网络连接不成功，请检查网络后重试')
  }
}
