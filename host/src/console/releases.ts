import { CODE } from '@assoc/contract'
import { noteReleases, selectOwnGroups } from '@assoc/contract/rbac/own'
import { needsGroups, releasesFor, type RemoteRelease } from '@assoc/contract/platform/release'
import type { Verified } from '@assoc/federation'
import { api } from '@assoc/http'
import type { SessionStore } from '@assoc/session'

/** Milliseconds after which what was loaded is noted: behind everything that the person waits for. */
export const NOTE_AFTER_MS = 4_000

/** The releases of this person. Their groups are asked for only while some release is meant for a group; without an answer they get what everybody gets. */
export async function chooseReleases(verified: Verified, session: SessionStore): Promise<RemoteRelease[]> {
  if (!verified.ok) return []
  const { registry } = verified
  const userId = session.signedIn ? (session.userInfo?.userId ?? '') : ''
  if (!userId) return registry.remotes.filter((r) => r.rule.kind === 'all')
  const groups = needsGroups(registry) ? await api(selectOwnGroups, {}).then((a) => a.groups, () => []) : []
  return releasesFor(registry, { userId, groups })
}

/** Tells the server which releases this session has loaded, some seconds later and each once; never in the way. */
export class ReleaseNotes {
  private readonly told = new Set<string>()
  private waiting: { name: string; version: string }[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  loaded({ name, version }: RemoteRelease): void {
    const key = `${name} ${version}`
    if (this.told.has(key)) return
    this.told.add(key)
    this.waiting.push({ name, version })
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.tell(), NOTE_AFTER_MS)
  }

  private tell(): void {
    const loaded = this.waiting
    this.waiting = []
    api(noteReleases, { loaded }, { quiet: ['P00001', 'V00001', 'L00001', 'S00001', 'B00002', CODE.roleView] }).catch(() => undefined)
  }
}
