const KEY = 'handOverFor'

/** Where the console at another origin waits for the session, and what its browser is known by. */
export interface HandOverRequest {
  reback: string
  challenge: string
}

/**
 * The request of a console at another origin, from the page's query. Kept in the tab meanwhile: the way over the organisation's
 * own sign-on brings back `reback` alone.
 */
export function handOverRequest(search: string): HandOverRequest | null {
  const query = new URLSearchParams(search)
  const [reback, challenge] = [query.get('reback'), query.get('challenge')]
  if (!reback) return null
  try {
    if (challenge !== null) {
      if (!/^[\w-]{43}$/.test(challenge)) return null
      sessionStorage.setItem(KEY, JSON.stringify({ reback, challenge }))
      return { reback, challenge }
    }
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<HandOverRequest> | null
    return kept?.reback === reback && typeof kept.challenge === 'string' ? { reback, challenge: kept.challenge } : null
  } catch {
    return challenge === null ? null : { reback, challenge }
  }
}
