import { makeAutoObservable, observableRef } from 'mobx'
import { keepPreference, preferences } from '../../shell/preferences'

export type Density = 'small' | 'middle' | 'large'

/** What a person changed against the defaults of a list; an absent part is the default. */
export interface ColumnDifference {
  order?: string[]
  hidden?: Record<string, boolean>
  widths?: Record<string, number>
  pinned?: Record<string, 'left' | 'right' | 'none'>
  density?: Density
}

/** Column settings of one list, kept per person on the server as a difference from the defaults. */
export class ColumnSettings {
  difference: ColumnDifference = {}
  private readonly key: string
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(key: string) {
    this.key = `list/${key}`
    makeAutoObservable<this, 'key' | 'timer'>(this, { key: false, timer: false, difference: observableRef })
  }

  async load(): Promise<void> {
    const all = await preferences().catch(() => ({}) as Record<string, unknown>)
    const own = all[this.key]
    if (own && typeof own === 'object') this.take(own as ColumnDifference)
  }

  private take(difference: ColumnDifference): void {
    this.difference = difference
  }

  change(part: Partial<ColumnDifference>): void {
    this.difference = { ...this.difference, ...part }
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.keep(), 800)
  }

  /** Takes over the columns of a saved view. */
  apply(difference: ColumnDifference): void {
    this.difference = { ...difference }
    void this.keep()
  }

  restore(): void {
    this.difference = {}
    void this.keep()
  }

  private async keep(): Promise<void> {
    const empty = Object.keys(this.difference).length === 0
    await keepPreference(this.key, empty ? null : this.difference).catch(() => undefined)
  }

  /** Field names in the person's order; new columns stand where the defaults have them. */
  ordered(fields: readonly string[]): string[] {
    const kept = (this.difference.order ?? []).filter((f) => fields.includes(f))
    const result = [...kept]
    fields.forEach((field, i) => {
      if (result.includes(field)) return
      const before = fields.slice(0, i).reverse().find((f) => result.includes(f))
      result.splice(before ? result.indexOf(before) + 1 : 0, 0, field)
    })
    return result
  }
}
