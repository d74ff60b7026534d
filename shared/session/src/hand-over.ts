export const VERIFIER_KEY = 'signOnVerifier'

/** What the sign-on page puts behind the address that it sends people back to. */
const CODE = /[#&]signOnCode=([\w-]{43})$/

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
