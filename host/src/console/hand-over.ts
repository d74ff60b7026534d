import { redeemHandOver } from '@assoc/contract/rbac/hand-over'
import { ApiError, api } from '@assoc/http'
import { takeVerifier, toasts, type SessionStore } from '@assoc/session'

/** Takes the session that the sign-on page has handed over. Whoever comes without this tab's verifier, or too late, signs on again. */
export async function redeem(session: SessionStore, code: string): Promise<void> {
  const verifier = takeVerifier()
  if (verifier === null) return
  try {
    const { userId, token } = await api(redeemHandOver, { code, verifier })
    session.signIn({ userId, token })
  } catch (error) {
    if (!(error instanceof ApiError)) toasts.error('网络连接失败，请重试')
  }
}
