import { countUnread } from '@assoc/contract/platform/workspace'
import { queryUserCenterByUserId } from '@assoc/contract/rbac/own'
import type { ResponseOf } from '@assoc/contract'
import { api } from '@assoc/http'
import type { SessionStore } from '@assoc/session'
import { appearance, keepPreference, NOTICES_CHANGED, preferences, type AppearanceSettings } from '@assoc/ui'
import { makeAutoObservable, reaction, runInAction } from 'mobx'
import type { Pin, TabStore } from '../tabs/tab-store'

export interface Bookmark {
  path: string
  title: string
}

const RECENT = 8
const POLL_MS = 60_000
const MOST_PINS = 20

/** What belongs to the person rather than to a view: their name, favourites, recent pages, notices, appearance. */
export class WorkspaceStore {
  person: ResponseOf<typeof queryUserCenterByUserId> | null = null
  favourites: Bookmark[] = []
  recent: Bookmark[] = []
  unread = 0
  /** Pinned tabs as they are kept; null until that is known. */
  pins: Pin[] | null = null
  /** Whether the person has gone through the tour, or wants none; null until that is known. */
  toured: boolean | null = null
  touring = false
  private readonly session: SessionStore
  private timer: ReturnType<typeof setInterval> | undefined
  /** The stored settings have been read. */
  private known = false

  constructor(session: SessionStore) {
    this.session = session
    makeAutoObservable<this, 'session' | 'timer' | 'known'>(this, { session: false, timer: false, known: false })
    this.recent = bookmarks(readRecent(session)).slice(0, RECENT)
  }

  async load(): Promise<void> {
    const userId = this.session.userInfo?.userId
    if (!userId) return
    const [person, settings] = await Promise.allSettled([api(queryUserCenterByUserId, { userId }), preferences()])
    if (person.status === 'fulfilled' && Boolean(person.value.roleView) !== this.session.roleView) return this.session.startAnew(Boolean(person.value.roleView))
    runInAction(() => {
      if (person.status === 'fulfilled') this.person = person.value
      if (settings.status === 'fulfilled') this.takePreferences(settings.value)
    })
    // Not among the first requests: the first rows of a list come before the number on the bell.
    setTimeout(() => void this.poll(), 4_000)
    this.timer ??= setInterval(() => void this.poll(), POLL_MS)
    // Whoever comes back to the page hears at once what has come, and that a session has ended meanwhile.
    document.addEventListener('visibilitychange', () => void this.poll())
    // A view that marks notices read says so, for the bell to follow.
    window.addEventListener(NOTICES_CHANGED, () => void this.poll())
  }

  private takePreferences(all: Record<string, unknown>): void {
    // The page with which the console was opened may have been noted before the settings came.
    this.favourites = merged(this.favourites, bookmarks(all['favourites']))
    this.recent = merged(this.recent, bookmarks(all['home'])).slice(0, RECENT)
    this.known = true
    this.pins = pinsIn(all['tabs'])
    this.toured = all['tour'] !== undefined
    const settings = all['appearance']
    if (settings && typeof settings === 'object') appearance.apply(settings as Partial<AppearanceSettings>)
  }

  private async poll(): Promise<void> {
    if (document.hidden || !this.session.signedIn || this.session.ended) return
    const answer = await api(countUnread, {}).catch(() => null)
    if (answer) runInAction(() => (this.unread = answer.unread))
  }

  setUnread(count: number): void {
    this.unread = count
  }

  isFavourite(path: string): boolean {
    return this.favourites.some((f) => f.path === path)
  }

  toggleFavourite(bookmark: Bookmark): void {
    this.favourites = this.isFavourite(bookmark.path) ? this.favourites.filter((f) => f.path !== bookmark.path) : [...this.favourites, bookmark].slice(-30)
    void this.keep('favourites')
  }

  visited(bookmark: Bookmark): void {
    if (bookmark.path === '/' || this.recent[0]?.path === bookmark.path) return
    this.recent = [bookmark, ...this.recent.filter((r) => r.path !== bookmark.path)].slice(0, RECENT)
    // A reload before the list is saved must not lose it.
    writeRecent(this.session, this.recent)
    clearTimeout(this.keepTimer)
    this.keepTimer = setTimeout(() => {
      if (this.session.signedIn) void this.keep('home')
    }, 10_000)
  }
  private keepTimer: ReturnType<typeof setTimeout> | undefined

  /** Saves a list; settings that could not be read are read first, so that the stored ones are not lost. */
  private async keep(key: 'favourites' | 'home'): Promise<void> {
    try {
      if (!this.known) {
        const all = await preferences()
        runInAction(() => this.takePreferences(all))
      }
      const list = key === 'favourites' ? this.favourites : this.recent
      await keepPreference(key, list)
    } catch {
      // Kept for this page; the next change tries again.
    }
  }

  /** Brings the person's pinned tabs into the strip, and keeps what becomes of them. A view as another role has none. */
  keepPins(tabs: TabStore): () => void {
    if (this.session.roleView) return () => undefined
    const taking = reaction(
      () => this.pins,
      (pins) => pins && tabs.takePins(pins),
      { fireImmediately: true },
    )
    const keeping = reaction(
      () => JSON.stringify(tabs.pins),
      (now) => {
        if (this.pins && now !== JSON.stringify(this.pins) && this.session.signedIn) void keepPreference('tabs', tabs.pins).catch(() => undefined)
      },
      { delay: 1_000 },
    )
    return () => {
      taking()
      keeping()
    }
  }

  startTour(): void {
    this.touring = true
  }

  /** The tour was gone through, or is not wanted. */
  endTour(): void {
    this.touring = false
    if (this.toured) return
    this.toured = true
    void keepPreference('tour', true).catch(() => undefined)
  }

  setAppearance(part: Partial<AppearanceSettings>): void {
    appearance.apply(part)
    void keepPreference('appearance', appearance.settings).catch(() => undefined)
  }
}

const recentKey = (session: SessionStore) => `recent/${session.placeKey}`

function readRecent(session: SessionStore): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(recentKey(session)) ?? '[]')
  } catch {
    return []
  }
}

function writeRecent(session: SessionStore, list: readonly Bookmark[]): void {
  try {
    sessionStorage.setItem(recentKey(session), JSON.stringify(list))
  } catch {
    // Full or closed storage costs the list after a reload, nothing else.
  }
}

const merged = (first: Bookmark[], second: Bookmark[]): Bookmark[] => [...first, ...second.filter((b) => !first.some((f) => f.path === b.path))]

const bookmarks = (value: unknown): Bookmark[] =>
  Array.isArray(value)
    ? value.filter((b): b is Bookmark => typeof (b as Bookmark)?.path === 'string' && typeof (b as Bookmark)?.title === 'string').slice(0, 30)
    : []

const pinsIn = (value: unknown): Pin[] =>
  Array.isArray(value)
    ? value
        .filter((p): p is Pin => ['key', 'menuLink'].every((name) => typeof (p as Record<string, unknown> | null)?.[name] === 'string') && (p as Pin).key.startsWith('/'))
        .slice(0, MOST_PINS)
        .map(({ key, search, pattern, menuLink, title, ownTitle }) => ({ key, search: String(search ?? ''), pattern: String(pattern ?? key), menuLink, title: String(title ?? ''), ownTitle: typeof ownTitle === 'string' ? ownTitle : null }))
    : []
