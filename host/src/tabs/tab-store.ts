import { makeAutoObservable } from 'mobx'
import type { ConsoleRoute } from '../routes/route-table'

export interface Tab {
  /** The path with its parameters, and those of the query that tell its pages apart: two records are two tabs. Pages of one frame share the frame's. */
  key: string
  pathname: string
  search: string
  hash: string
  /** Pattern of the route, for its parameters. */
  pattern: string
  menuLink: string
  /** View of the frame around this one; the frame's own page has it as well. */
  frame: string | null
  kind: ConsoleRoute['kind']
  title: string
  /** Title that the view gave itself, such as a record's name. */
  ownTitle: string | null
  pinned: boolean
  dirty: boolean
  /** Mounted, shown or hidden; others are mounted again when they are visited. */
  alive: boolean
  /** Rises when the person refreshes the tab: its view is mounted afresh. */
  round: number
  used: number
  /** Its view is unmounted when another tab comes forward, unless text was typed there. */
  anew: boolean
}

export const HOME_KEY = '/'
/** Views that are kept mounted at once. */
export const MAX_ALIVE = 10

/** A tab that stays for the person, whichever window they open. */
export type Pin = Pick<Tab, 'key' | 'search' | 'pattern' | 'menuLink' | 'title' | 'ownTitle'>

/** Closings that can be taken back. */
const CLOSINGS = 10

interface Place {
  pathname: string
  search: string
  hash: string
}

/** The open tabs of this window: which there are, which are alive, which holds typed text. */
export class TabStore {
  tabs: Tab[] = []
  activeKey = HOME_KEY
  /** What was closed together, the newest last, each with its place in the strip. */
  closed: { tab: Tab; at: number }[][] = []
  private clock = 0
  private readonly storageKey: string

  /** `place` is under what the browser keeps them: the person's id, or apart from the own ones. */
  constructor(place: string) {
    this.storageKey = `tabs/${place}`
    makeAutoObservable<this, 'clock' | 'storageKey'>(this, { clock: false, storageKey: false })
    this.restore()
  }

  /** Tabs of the strip: pages of the shell, and editors outside it that are kept, for one has to find them again. */
  get strip(): Tab[] {
    return this.tabs.filter((t) => t.kind !== 'bare')
  }

  get active(): Tab | undefined {
    return this.tabs.find((t) => t.key === this.activeKey)
  }

  get anyDirty(): boolean {
    return this.tabs.some((t) => t.dirty)
  }

  /** Shows an address: its tab comes forward with the new query, or a new one opens. */
  visit(place: Place, route: ConsoleRoute): void {
    const key = route.layout?.path ?? keyOf(place, route)
    let tab = this.tabs.find((t) => t.key === key)
    if (!tab) {
      const made: Tab = { key, pathname: place.pathname, frame: null, search: place.search, hash: place.hash, pattern: route.path, menuLink: route.menuLink, kind: route.kind, title: route.title, ownTitle: null, pinned: key === HOME_KEY, dirty: false, alive: true, round: 0, used: 0, anew: false }
      if (key === HOME_KEY) this.tabs.unshift(made)
      else this.tabs.push(made)
      tab = this.tabs.find((t) => t.key === key) as Tab
    }
    tab.pathname = place.pathname
    tab.pattern = route.path
    tab.frame = route.layout?.menuLink ?? null
    tab.search = place.search
    tab.hash = place.hash
    tab.title = route.title
    tab.menuLink = route.menuLink
    tab.anew = route.anew ?? false
    tab.alive = true
    tab.used = ++this.clock
    // A page outside the shell that is not kept alive ends when it is left.
    this.tabs = this.tabs.filter((t) => t.kind !== 'bare' || t.key === key)
    this.activeKey = key
    this.letGo()
    this.keep()
  }

  /** No tab is in front: the address belongs to none. */
  visitNothing(): void {
    this.activeKey = ''
  }

  /** Above the limit the longest unused view is unmounted, and each that begins anew; never a dirty or active one, nor by the limit a pinned one. */
  private letGo(): void {
    for (const tab of this.tabs) if (tab.anew && !tab.dirty && tab.key !== this.activeKey) tab.alive = false
    const living = this.tabs.filter((t) => t.alive)
    const candidates = living.filter((t) => !t.dirty && !t.pinned && t.kind !== 'keepAlive' && t.key !== this.activeKey).sort((a, b) => a.used - b.used)
    for (const tab of candidates.slice(0, Math.max(0, living.length - MAX_ALIVE))) tab.alive = false
  }

  /** Closes tabs and answers the address to show, or null when the active one stays. */
  close(keys: readonly string[]): string | null {
    const going = new Set(keys.filter((k) => k !== HOME_KEY))
    const gone = this.tabs.flatMap((tab, at) => (going.has(tab.key) && tab.kind !== 'bare' ? [{ tab: { ...tab, alive: false, dirty: false }, at }] : []))
    if (gone.length > 0) this.closed = [...this.closed, gone].slice(-CLOSINGS)
    const at = this.strip.findIndex((t) => t.key === this.activeKey)
    const neighbours = [...this.strip.slice(at + 1), ...this.strip.slice(0, Math.max(0, at)).reverse()]
    this.tabs = this.tabs.filter((t) => !going.has(t.key))
    this.keep()
    if (!going.has(this.activeKey)) return null
    const next = neighbours.find((t) => !going.has(t.key))
    return next ? next.pathname + next.search : HOME_KEY
  }

  /** Opens again what was closed last, where it stood; the address of the last of them, or null when there is none. What was typed in a page is gone. */
  reopen(): string | null {
    const last = this.closed.at(-1)
    this.closed = this.closed.slice(0, -1)
    for (const { tab, at } of last ?? []) if (!this.tabs.some((t) => t.key === tab.key)) this.tabs.splice(at, 0, tab)
    this.tabs = inOrder(this.tabs)
    this.keep()
    const shown = last?.at(-1)?.tab
    return shown ? placeOf(shown) : null
  }

  /** The pinned tabs, as they are kept for the person. */
  get pins(): Pin[] {
    return this.strip.filter((t) => t.pinned && t.kind === 'shell' && t.key !== HOME_KEY).map(({ key, search, pattern, menuLink, title, ownTitle }) => ({ key, search, pattern, menuLink, title, ownTitle }))
  }

  /** Takes over the pinned tabs of the person: those that are open are pinned, the others come to stand there without being loaded. */
  takePins(pins: readonly Pin[]): void {
    for (const pin of pins) {
      const open = this.tabs.find((t) => t.key === pin.key)
      if (open) open.pinned = true
      else this.tabs.push(restored({ ...pin, pinned: true }))
    }
    this.tabs = inOrder(this.tabs)
    this.keep()
  }

  /** Keys that a choice of the context menu closes; pinned ones stay. */
  keysFor(key: string, choice: 'self' | 'others' | 'left' | 'right' | 'all'): string[] {
    const strip = this.strip
    const at = strip.findIndex((t) => t.key === key)
    const chosen = strip.filter((t, i) =>
      choice === 'self' ? i === at : choice === 'others' ? i !== at : choice === 'left' ? i < at : choice === 'right' ? i > at : true,
    )
    return chosen.filter((t) => choice === 'self' || !t.pinned).map((t) => t.key)
  }

  /** The address of a page as it stands in its tab, with its query; the bare path when it is not open. */
  addressOf(path: string): string {
    const tab = this.strip.find((t) => t.key === path)
    return tab ? placeOf(tab) : path
  }

  refresh(key: string): void {
    const tab = this.tabs.find((t) => t.key === key)
    if (!tab) return
    tab.round += 1
    tab.dirty = false
  }

  pin(key: string, pinned: boolean): void {
    const tab = this.tabs.find((t) => t.key === key)
    if (tab && isPinnable(tab)) tab.pinned = pinned
    this.tabs = inOrder(this.tabs)
    this.keep()
  }

  /** Puts a tab in the place of another one; pinned ones stay before the others, home before all. */
  move(key: string, to: string): void {
    const [from, at] = [this.tabs.findIndex((t) => t.key === key), this.tabs.findIndex((t) => t.key === to)]
    const tab = this.tabs[from]
    if (!tab || at < 0 || key === HOME_KEY || to === HOME_KEY || tab.pinned !== this.tabs[at]?.pinned) return
    this.tabs.splice(from, 1)
    this.tabs.splice(at, 0, tab)
    this.keep()
  }

  setDirty(key: string, dirty: boolean): void {
    const tab = this.tabs.find((t) => t.key === key)
    if (tab) tab.dirty = dirty
  }

  setTitle(key: string, title: string): void {
    const tab = this.tabs.find((t) => t.key === key)
    if (tab) tab.ownTitle = title
    this.keep()
  }

  // Session storage: a reload of this window finds its tabs, another window has its own.
  private keep(): void {
    const kept = this.strip.map(({ key, search, pattern, menuLink, kind, title, ownTitle, pinned }) => ({ key, search, pattern, menuLink, kind, title, ownTitle, pinned }))
    try {
      sessionStorage.setItem(this.storageKey, JSON.stringify(kept))
    } catch {
      // Full or closed storage only costs the tabs after a reload.
    }
  }

  private restore(): void {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.storageKey) ?? '[]') as Partial<Tab>[]
      this.tabs = kept.filter((t) => typeof t.key === 'string' && typeof t.menuLink === 'string').map(restored)
    } catch {
      this.tabs = []
    }
  }
}

/** Home before all, then the pinned ones. */
const inOrder = (tabs: readonly Tab[]): Tab[] => [...tabs.filter((t) => t.key === HOME_KEY), ...tabs.filter((t) => t.pinned && t.key !== HOME_KEY), ...tabs.filter((t) => !t.pinned && t.key !== HOME_KEY)]

/** What tells the tab of an address from others. */
function keyOf({ pathname, search }: Place, { keyParams = [] }: ConsoleRoute): string {
  const query = new URLSearchParams(search)
  const told = keyParams.flatMap((name) => (query.get(name) ? `${name}=${query.get(name)}` : []))
  return told.length > 0 ? `${pathname}?${told.join('&')}` : pathname
}

/** The address that a tab shows. */
export const placeOf = ({ pathname, search, hash }: Pick<Tab, 'pathname' | 'search' | 'hash'>): string => pathname + search + hash

/** Whether a tab can be pinned: home stands first as it is, and editors outside the shell are opened from their lists. */
export const isPinnable = ({ key, kind }: Pick<Tab, 'key' | 'kind'>): boolean => key !== HOME_KEY && kind === 'shell'

/** A tab as it was kept, not mounted. */
const restored = (t: Partial<Tab>): Tab => ({
  key: String(t.key), pathname: String(t.key).split('?')[0] ?? '', frame: null, search: String(t.search ?? ''), hash: '', pattern: String(t.pattern ?? t.key), menuLink: String(t.menuLink), kind: t.kind === 'keepAlive' ? t.kind : 'shell',
  title: String(t.title ?? ''), ownTitle: t.ownTitle ?? null, pinned: Boolean(t.pinned), dirty: false, alive: false, round: 0, used: 0, anew: false,
})
