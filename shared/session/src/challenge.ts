import { VERIFIER_KEY } from './hand-over'

const base64url = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

/**
 * The sign-on address with a challenge beside `reback`, where it is another origin's: only this tab, which keeps the verifier, can
 * take the session that comes back. As it was where browsers keep nothing or count no digests, as on plain http.
 */
export async function withChallenge(address: string): Promise<string> {
  try {
    const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
    const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
    sessionStorage.setItem(VERIFIER_KEY, verifier)
    return `${address}&challenge=${challenge}`
  } catch {
    return address
  }
}
