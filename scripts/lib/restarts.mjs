/** Milliseconds before the first start again; doubled each time. */
const FIRST_MS = 1_000
const MOST_MS = 30_000
/** Who has lived so long begins with the first pause again. */
const CALM_MS = 300_000

/** Pauses before something is started again that has ended by itself: longer each time, as it may end at once again. */
export function growingPauses() {
  let next = FIRST_MS
  return {
    /** The pause after it has lived for `livedMs`. */
    after(livedMs) {
      if (livedMs >= CALM_MS) next = FIRST_MS
      const pause = next
      next = Math.min(next * 2, MOST_MS)
      return pause
    },
  }
}

/**
 * Starts again what has ended by itself, for as long as it takes: `start` is tried after growing pauses until it succeeds or
 * `isEnding`. Each end and each failure is one line of `complain`.
 *
 * - `what`: its name at the beginning of a sentence, `The server`; `why`: how it ended; `livedMs`: how long it had lived.
 * - Answers what `start` answered, or null when everything ends meanwhile.
 */
export async function startAgain({ what, why, livedMs, pauses, start, isEnding, complain, sleep }) {
  let pause = pauses.after(livedMs)
  complain(`${what} ended by itself (${why}): it is started again in ${pause / 1000} s.`)
  for (;;) {
    await sleep(pause)
    if (isEnding()) return null
    try {
      return await start()
    } catch (error) {
      if (isEnding()) return null
      pause = pauses.after(0)
      complain(`${what} could not be started again, the next try is in ${pause / 1000} s: ${error.userMessage ?? error.message}`)
    }
  }
}
