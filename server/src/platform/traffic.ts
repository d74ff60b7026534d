/** Milliseconds after an answer for which more calls are expected: a person's list is asked for again as they turn its pages. */
const SOON_MS = 300
/** The longest rest between two parts of long work. */
const MOST_MS = 100

/** The calls that this process is answering. */
export class Traffic {
  private open = 0
  private last = -Infinity

  begin(): void {
    this.open += 1
  }

  end(): void {
    this.open -= 1
    this.last = performance.now()
  }

  /** Whether somebody waits for an answer, or got one a moment ago. */
  get busy(): boolean {
    return this.open > 0 || performance.now() - this.last < SOON_MS
  }
}

/**
 * For long work in parts that shares its process and database with calls: `await` what it answers after each part. While calls are
 * answered the work rests as long as the part took, so it takes half of what there is; otherwise it goes on at once.
 */
export function giveWay(traffic: Traffic): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (traffic.busy) {
      const took = performance.now() - since
      await new Promise((done) => setTimeout(done, Math.min(MOST_MS, took)))
    }
    since = performance.now()
  }
}
