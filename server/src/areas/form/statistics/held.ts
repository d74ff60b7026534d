/** Rounds whose figures are held, and for how long: a repair of values by hand changes no answer. */
const [MOST, MINUTES] = [20, 5]

/** What was computed of rounds, good for as long as their answers bear the same stamp. Who asks while it is computed waits for the same. */
export class Held<T> {
  private readonly held = new Map<string, { stamp: string; until: number; value: Promise<T> }>()

  get(roundId: string, stamp: string, compute: () => Promise<T>): Promise<T> {
    const known = this.held.get(roundId)
    if (known && known.stamp === stamp && known.until > Date.now()) return known.value
    this.held.delete(roundId)
    const oldest = this.held.keys().next()
    if (this.held.size >= MOST && !oldest.done) this.held.delete(oldest.value)
    const value = compute()
    const entry = { stamp, until: Date.now() + MINUTES * 60_000, value }
    this.held.set(roundId, entry)
    value.catch(() => this.held.get(roundId) === entry && this.held.delete(roundId))
    return value
  }
}
