const VERIFIER_KEY = 'signOnVerifier'

/** What the sign-on page puts behind the address that it sends people back to. */
const CODE = /[#&]signOnCode=([\w-]{43})$/

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

/** Whether an address leads to another origin than this page's. */
export const isElsewhere = (address: string): boolean => new URL(address, window.location.href).origin !== window.location.origin

/** The one-time code in an address and the address without it; null where there is none. */
export function signOnCodeIn(href: string): { code: string; address: string } | null {
  const code = CODE.exec(href)?.[1]
  return code === undefined ? null : { code, address: href.replace(CODE, '') }
}

/** Takes the verifier of this tab's last way to the sign-on out: it is good for one code. */
export function takeVerifier(): string | null {
  try {
    const verifier = sessionStorage.getItem(VERIFIER_KEY)
    sessionStorage.removeItem(VERIFIER_KEY)
    return verifier
  } catch {
    return null
  }
}
