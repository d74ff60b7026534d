import { allCalls, allResources } from '@assoc/contract/all'
import { accountStatus, batchUser, changeUserStatus } from '@assoc/contract/rbac/user'
import type { Db } from '../../../platform/database/database'
import type { Platform } from '../../../platform/platform'
import { accessByLink } from '../../../platform/releases/view-access'
import { allMenus } from '../menu/repository'
import { menusByIds } from './repository'

// What a permit opens follows from the contract, by which the server lets people in: typed by hand it would be wrong sooner or later.

interface Opened {
  path: string
  title: string
}

const opened = new Map<string, Opened[]>()
const views = new Map<string, string>()
const note = (code: string, { path, title }: Opened) => {
  const list = opened.get(code) ?? []
  if (!list.some((one) => one.path === path)) opened.set(code, [...list, { path, title }])
}

for (const call of allCalls) if (call.access.kind === 'permit') note(call.access.code, call)
for (const { change, batch, definition } of allResources) {
  const { access, status, view } = definition
  const steps = (status?.machine.transitions ?? []) as readonly { permit?: string }[]
  for (const { permit } of steps) for (const call of [change, batch]) if (permit && call) note(permit, call)
  for (const action of Object.values(access.actions ?? {})) if (action.access.kind === 'permit' && batch) note(action.access.code, batch)
  if (!view) continue
  const codes = [...Object.values(access).flatMap((one) => (one && 'kind' in one && one.kind === 'permit' ? [one.code] : [])), ...steps.flatMap(({ permit }) => permit ?? [])]
  for (const code of codes) if (!views.has(code)) views.set(code, view)
}

// Accounts are no resource; their steps go by these two.
for (const { permit } of accountStatus.transitions) for (const call of [changeUserStatus, batchUser]) note(permit, call)

/** Calls that a permit opens, by their paths; none for one that staff have made for something else. */
export const callsOpened = (permitCode: string): readonly Opened[] => opened.get(permitCode) ?? []

/** module:entity, by which permits of one list begin alike. */
const entityOf = (code: string): string => code.slice(0, code.lastIndexOf(':'))

/** The menus that permits belong to: the one that staff chose, that of the view that asks for the permit, of the list of its records, or of permits of the same kind of record. */
export async function menusOfPermits(db: Db, platform: Pick<Platform, 'releases' | 'log'>): Promise<{ nameOf(permit: { permitCode: string; menuId: string | null }): string | null }> {
  const [menus, access, chosen] = await Promise.all([allMenus(db), accessByLink(platform), menusByIds(db)])
  const byLink = new Map<string, string>()
  for (const { menuLink, menuName } of menus) if (menuLink !== '' && !byLink.has(menuLink)) byLink.set(menuLink, menuName)
  const byCode = new Map<string, string>()
  const byEntity = new Map<string, string>()
  const put = (code: string, link: string) => {
    const name = byLink.get(link)
    if (name === undefined) return
    if (!byCode.has(code)) byCode.set(code, name)
    if (!byEntity.has(entityOf(code))) byEntity.set(entityOf(code), name)
  }
  for (const [code, view] of views) put(code, view)
  for (const [link, code] of access) put(code, link)
  return { nameOf: ({ permitCode, menuId }) => (menuId === null ? null : chosen.get(menuId)) ?? byCode.get(permitCode) ?? byEntity.get(entityOf(permitCode)) ?? null }
}
