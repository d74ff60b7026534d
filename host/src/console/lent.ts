import type { RemoteRelease } from '@assoc/federation'
import { makeAutoObservable } from 'mobx'
import { LENT_KEY, pathOf } from './arrival'

const WAIT_MS = 5_000
/** Milliseconds between two looks whether the developer has changed something. */
export const LOOK_EVERY_MS = 1_000

export type Lent = Record<string, string>

function stored(): Lent {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(LENT_KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Lent) : {}
  } catch {
    return {}
  }
}

/**
 * Remotes that a developer's machine lends to this browser: `?remote=member@http://127.0.0.1:8200` begins it. Only origins
 * that the environment lists are taken; the registry's signature says nothing of what they give, so a bar tells so all the time.
 */
export class LentRemotes {
  /** What is in use. */
  used: Lent = {}
  /** What was asked for and is not taken here, or did not answer. */
  refused: string[] = []
  private readonly allowed: readonly string[]
  private readonly versions = new Map<string, string>()

  constructor(allowed: readonly string[]) {
    this.allowed = allowed
    makeAutoObservable<this, 'allowed' | 'versions'>(this, { allowed: false, versions: false })
  }

  /** Takes over what the address asks for; answers the address without it, or null when it asks for nothing. */
  begin(href: string): string | null {
    const url = new URL(href)
    const asked = url.searchParams.getAll('remote')
    if (asked.length === 0) return null
    const lent = stored()
    for (const one of asked) {
      const [, name, origin] = /^([a-z][a-z0-9-]*)@(https?:\/\/[^/?#]+)\/?$/.exec(one) ?? []
      if (name && origin && this.allowed.includes(origin)) lent[name] = origin
      else this.refused.push(one)
    }
    localStorage.setItem(LENT_KEY, JSON.stringify(lent))
    url.searchParams.delete('remote')
    return pathOf(url)
  }

  /** Puts lent remotes in the place of released ones. One that does not answer leaves the released one where it is. */
  async instead(remotes: readonly RemoteRelease[]): Promise<RemoteRelease[]> {
    const lent = Object.entries(stored()).filter(([, origin]) => this.allowed.includes(origin))
    const found = await Promise.all(lent.map(async ([name, origin]) => ({ name, origin, release: await ask(origin) })))
    const usable: RemoteRelease[] = []
    for (const { name, origin, release } of found) {
      if (release?.name === name) {
        this.use(name, origin)
        this.versions.set(name, release.version)
        usable.push({ ...release, base: `${origin}/`, rule: { kind: 'all' } })
      } else this.refuse(`${name}@${origin}`)
    }
    return [...remotes.filter((r) => !usable.some((u) => u.name === r.name)), ...usable]
  }

  private use(name: string, origin: string): void {
    this.used = { ...this.used, [name]: origin }
  }
  private refuse(what: string): void {
    this.refused = [...this.refused, what]
  }

  /** Whether a lent remote is another than the one that runs here: the page is to be loaded again. */
  async changed(): Promise<boolean> {
    for (const [name, origin] of Object.entries(this.used)) {
      const release = await ask(origin)
      if (release && release.version !== this.versions.get(name)) return true
    }
    return false
  }

  /** Goes back to what is released. */
  reset(): void {
    localStorage.removeItem(LENT_KEY)
    window.location.reload()
  }
}

async function ask(origin: string): Promise<RemoteRelease | null> {
  try {
    const response = await fetch(`${origin}/release.json`, { signal: AbortSignal.timeout(WAIT_MS) })
    const release = response.ok ? ((await response.json()) as RemoteRelease | null) : null
    return release && typeof release.entry === 'string' && typeof release.integrity === 'object' && Array.isArray(release.views) ? release : null
  } catch {
    return null
  }
}
