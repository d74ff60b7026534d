import { createContext } from 'react'

/** Files of a form that are still on their way: whoever saves waits for them, so that none is left out without a word. */
export class Uploads {
  private readonly running = new Set<Promise<boolean>>()

  /** Notes a file that is being sent; `work` answers whether it arrived. */
  add(work: Promise<boolean>): void {
    this.running.add(work)
    void work.finally(() => this.running.delete(work))
  }

  get busy(): boolean {
    return this.running.size > 0
  }

  /** Waits for all that are on their way; false when one of them did not arrive. */
  async arrived(): Promise<boolean> {
    let all = true
    while (this.busy) all = (await Promise.all(this.running)).every(Boolean) && all
    return all
  }
}

export const UploadsContext = createContext<Uploads | null>(null)
