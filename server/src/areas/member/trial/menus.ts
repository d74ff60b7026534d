import { allPermits } from '@assoc/contract/all'
import type { MenuNode } from '@assoc/contract/rbac/own'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { Platform } from '../../../platform/platform'
import { accessByLink } from '../../../platform/releases/view-access'
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
