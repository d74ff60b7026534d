import type { ResponseOf } from '@assoc/contract'
import type { selectReleases } from '@assoc/contract/rbac/release'

export type ReleaseList = ResponseOf<typeof selectReleases>
export type Release = ReleaseList['items'][number]

/** The versions of one module, those that people get first, then newest first. */
export interface ModuleReleases {
  name: string
  title: string
  live: Release | undefined
  canaries: Release[]
  rows: Release[]
}

const RANK: Record<Release['state'], number> = { live: 0, canary: 1, kept: 2 }

/** Versions by module, modules in the order of the answer. */
export function byModule(items: readonly Release[]): ModuleReleases[] {
  return [...new Set(items.map((r) => r.name))].map((name) => {
    const rows = items.filter((r) => r.name === name).sort((a, b) => RANK[a.state] - RANK[b.state] || b.releaseTime.localeCompare(a.releaseTime))
    return { name, title: rows[0]?.moduleName ?? name, live: rows.find((r) => r.state === 'live'), canaries: rows.filter((r) => r.state === 'canary'), rows }
  })
}

/** Whether giving a version to everybody would take the live one back. */
export const isOlder = (row: Release, live: Release | undefined): boolean => live !== undefined && row.releaseTime < live.releaseTime

/** What a person may do with a version: nothing with the live one, nor with one that does not fit this console. */
export const actionsOf = (row: Release, live: Release | undefined): ('switch' | 'canary')[] =>
  row.state === 'live' || !row.fits ? [] : live ? ['switch', 'canary'] : ['switch']

export type Action =
  | { kind: 'switch'; module: ModuleReleases; row: Release }
  | { kind: 'canary'; module: ModuleReleases; row: Release }
  | { kind: 'endCanary'; module: ModuleReleases }

/** The command that does the same where the key lies. */
export const commandOf = (name: string, version = '<版本>'): string => `pnpm release ${name} --to ${version}`

/** When a switch reaches people: a module that runs in a page is not changed below their hands. */
export const EFFECT = '已打开该模块的页面在刷新后生效。'
