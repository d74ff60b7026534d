import type { Registry } from '@assoc/contract/platform/release'
import { allPermits } from '@assoc/contract/all'
import type { MenuNode } from '@assoc/contract/rbac/own'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { Platform } from '../../../platform/platform'
import { readableRegistry } from '../../../platform/releases/releases'
import { menuTreeOfUser } from '../../rbac/api'

/** The system's own menus, which no trial opens. */
const SYSTEM_MENU = '7000'

export interface OfferedMenu {
  menuId: string
  parentId: string
  menuName: string
  /** Permit that the menu's view asks for; null for a group. */
  permit: string | null
}

/** What views ask for, as their releases say. One that asks for something else in another version is not told. */
async function accessByLink({ releases, log }: Pick<Platform, 'releases' | 'log'>): Promise<Map<string, string>> {
  const stored = await readableRegistry(releases, log)
  const { remotes } = stored ? (JSON.parse(stored.signed.payload) as Registry) : { remotes: [] }
  const found = new Map<string, string>()
  for (const { menuLink, access } of remotes.flatMap((remote) => remote.views)) found.set(menuLink, (found.get(menuLink) ?? access) === access ? access : '')
  return found
}

/** A permit that only reads, of an area that is not the system's own. */
const onlyReads = (code: string | undefined): code is string => {
  const permit = allPermits.find((p) => p.code === code)
  return permit !== undefined && permit.module !== 'rbac' && permit.code.endsWith(':read')
}

/**
 * Menus that this person can open to a trial: their own ones, whose view asks for a permit that only reads and that they hold
 * themselves; with the groups above them, in the menu's order.
 */
export async function offeredMenus(db: Db, principal: Principal, platform: Pick<Platform, 'releases' | 'log'>): Promise<OfferedMenu[]> {
  const [tree, access] = await Promise.all([menuTreeOfUser(db, principal.roleIds), accessByLink(platform)])
  const walk = (node: MenuNode): OfferedMenu[] => {
    if (node.menuId === SYSTEM_MENU) return []
    const { menuId, parentId, menuName } = node
    if (node.menuLink !== '') {
      const permit = access.get(node.menuLink)
      return onlyReads(permit) && principal.permits.has(permit) ? [{ menuId, parentId, menuName, permit }] : []
    }
    const below = node.children.flatMap(walk)
    return below.length > 0 ? [{ menuId, parentId, menuName, permit: null }, ...below] : []
  }
  return tree.flatMap(walk)
}
