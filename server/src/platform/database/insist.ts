import { DatabaseAway, DatabaseBusy } from './fault'

/** Milliseconds for which a result is kept while the database is away. */
const FOR_MS = 180_000
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 2_000

/**
 * Notes the result of what cannot be done a second time, such as a mail that was handed over: while the database is away it is
 * tried again, for three minutes. `note` must bear being done twice, as a commit may have been cut off from its answer.
 */
export async function insist(note: () => Promise<unknown>, { forMs = FOR_MS } = {}): Promise<void> {
  const until = performance.now() + forMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      await note()
      return
    } catch (error) {
      if (!(error instanceof DatabaseAway || error instanceof DatabaseBusy) || performance.now() + pause > until) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
