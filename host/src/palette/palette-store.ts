import { viewOfPath } from '@assoc/contract'
import { searchRecords } from '@assoc/contract/platform/workspace'
import type { MenuNode } from '@assoc/contract/rbac/own'
import { api } from '@assoc/http'
import type { SessionStore } from '@assoc/session'
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { Bookmark } from '../workspace/workspace-store'

export interface Hit {
  /** 收藏, 最近 or 菜单, or what kind of record it is. */
  group: string
  label: string
  hint: string
  path: string
}

/** Answers whether a text is meant by a keyword: Chinese, pinyin or initials. */
type Matcher = (text: string, keyword: string) => unknown

const DEBOUNCE_MS = 250

/** Whether a link leads to a view that stands in the menu; a page of no view is anybody's. */
function isInMenu(link: string, tree: readonly MenuNode[]): boolean {
  const view = viewOfPath(new URL(link, 'http://console').pathname)
  const has = (nodes: readonly MenuNode[]): boolean => nodes.some((node) => node.menuLink === view || has(node.children))
  return view === null || has(tree)
}

/** Leaves of the menu with the names above them. */
export function leaves(tree: readonly MenuNode[], above: string[] = []): Hit[] {
  return tree.flatMap((node) =>
    node.children.length > 0
      ? leaves(node.children, [...above, node.menuName])
      : [{ group: '菜单' as const, label: node.menuName, hint: above.join(' / '), path: node.menuPath }],
  )
}

/** What the palette shows for what is typed. Records are asked of the server, which knows what the person may read; the latest answer wins. */
export class PaletteStore {
  keyword = ''
  records: Hit[] = []
  active = 0
  private match: Matcher = (text, keyword) => text.toLowerCase().includes(keyword.toLowerCase())
  private timer: ReturnType<typeof setTimeout> | undefined
  private asked = 0
  private readonly session: SessionStore
  private readonly bookmarks: () => { favourites: Bookmark[]; recent: Bookmark[] }

  constructor(session: SessionStore, bookmarks: () => { favourites: Bookmark[]; recent: Bookmark[] }) {
    this.session = session
    this.bookmarks = bookmarks
    makeAutoObservable<this, 'match' | 'timer' | 'asked' | 'session' | 'bookmarks'>(this, { match: observableRef, timer: false, asked: false, session: false, bookmarks: false, records: observableRef })
  }

  /** Pinyin is loaded with the first opening, not with the console. */
  async learnPinyin(): Promise<void> {
    const { default: pinyin } = await import(/* webpackChunkName: "pinyin" */ 'pinyin-match')
    runInAction(() => {
      this.match = (text, keyword) => pinyin.match(text, keyword) !== false
    })
  }

  get hits(): Hit[] {
    const { favourites, recent } = this.bookmarks()
    const word = this.keyword.trim()
    const stars = favourites.map((f): Hit => ({ group: '收藏', label: f.title, hint: '', path: f.path }))
    const last = recent.map((r): Hit => ({ group: '最近', label: r.title, hint: '', path: r.path }))
    const menus = leaves(this.session.menuList)
    if (!word) return unique([...stars, ...last, ...menus]).slice(0, 30)
    return [...unique([...stars, ...last, ...menus]).filter((h) => this.match(h.label, word)).slice(0, 20), ...this.records]
  }

  type(keyword: string): void {
    this.keyword = keyword
    this.active = 0
    this.records = []
    clearTimeout(this.timer)
    const word = keyword.trim()
    const mine = ++this.asked
    if (word.length < 2) return
    this.timer = setTimeout(() => {
      api(searchRecords, { keyword: word.slice(0, 50) })
        .then((found) => {
          if (mine !== this.asked) return
          runInAction(() => (this.records = found.filter((f) => isInMenu(f.link, this.session.menuList)).map((f) => ({ group: f.group, label: f.label, hint: f.hint, path: f.link }))))
        })
        .catch(() => undefined)
    }, DEBOUNCE_MS)
  }

  move(by: number): void {
    const count = this.hits.length
    if (count > 0) this.active = (this.active + by + count) % count
  }

  point(at: number): void {
    this.active = at
  }
}

function unique(hits: Hit[]): Hit[] {
  const seen = new Set<string>()
  return hits.filter((h) => !seen.has(h.path) && seen.add(h.path))
}
