const KEY = 'signOnRounds'
/** How often a page may be sent to sign on before somebody must have come back signed in. */
const MOST = 2
/** Milliseconds after which a way to the sign-on is a story of its own: people who were away are no loop. */
const REMEMBERED_MS = 120_000

/**
 * Counts how often this tab was sent to sign on without a menu being read since. In the tab's own storage, for the end of
 * a session clears the other. A sign-on that sends people straight back would otherwise go round for ever.
 */
export const signOnRounds = {
  /** Notes that the page is about to leave for the sign-on; false when it has been there often enough. */
  begin(now = Date.now()): boolean {
    const known = read().filter((at) => now - at < REMEMBERED_MS)
    if (known.length >= MOST) return false
    write([...known, now])
    return true
  },

  /** Somebody is signed in, or is being asked to be: what comes next is no round of this loop. */
  forget(): void {
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // without storage nothing was noted either
    }
  },
}

function read(): number[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter((at) => typeof at === 'number') : []
  } catch {
    return []
  }
}

function write(rounds: number[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(rounds))
  } catch {
    // a browser that keeps nothing signs nobody in, and says so at the login page
  }
}
