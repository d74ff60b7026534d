import { CODE, PERMISSION_SYSTEM_ID } from '@assoc/contract'
import { withoutEnd } from '@assoc/contract/core/characters'
import type * as calls from '@assoc/contract/rbac/menu'
import type { MenuNode } from '@assoc/contract/rbac/own'
import { difference } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { fixedLinkOf } from './fixed-paths'
import * as repository from './repository'
import { ancestors, height, MAX_DEPTH, nest, ROOT } from './tree'

type Menus = readonly repository.MenuRecord[]

/** The whole tree of a system with disabled and hidden entries. */
export const wholeTree = async (db: Db, systemId: number | undefined) => nest(await repository.allMenus(db, systemId))

/** All entries of the system that an entry belongs to. */
async function besides(db: Db, menuId: string): Promise<Menus> {
  const systemId = await repository.systemOf(db, menuId)
  if (systemId === undefined) throw refuse.notFound()
  return repository.allMenus(db, systemId)
}

/**
 * The menu of somebody with these roles: the entries with a view that a role gives, and the groups
 * above them; without what is switched off or hidden, and without what lies below such an entry.
 */
export async function menuTreeOfUser(db: Db, roleIds: readonly string[]): Promise<MenuNode[]> {
  const [all, given] = await Promise.all([repository.allMenus(db), repository.menuIdsOfRoles(db, roleIds)])
  const shown = (e: repository.MenuRecord) => e.menuStatus === 'enabled' && !e.hidden
  const byId = new Map(all.map((e) => [e.menuId, e]))
  const wanted = new Set<string>()
  for (const id of given) {
    const leaf = byId.get(id)
    if (!leaf || leaf.menuLink === '') continue
    const chain = [leaf, ...ancestors(all, id)]
    if (chain.every(shown) && chain.at(-1)?.parentId === ROOT) for (const entry of chain) wanted.add(entry.menuId)
  }
  return nest(all.filter((e) => wanted.has(e.menuId)))
}

/** Refuses a parent that is missing, bound to a view, below the entry itself, or too deep. `size` is the levels the entry takes up. */
function checkParent(all: Menus, parentId: string, size: number, menuId?: string): void {
  if (parentId === ROOT) {
    if (size > MAX_DEPTH) throw refuse.field('parentId', `菜单最多 ${MAX_DEPTH} 级`)
    return
  }
  const parent = all.find((e) => e.menuId === parentId)
  if (!parent) throw refuse.field('parentId', '上级菜单不存在')
  const above = [parent, ...ancestors(all, parentId)]
  if (menuId !== undefined && above.some((e) => e.menuId === menuId)) throw refuse.field('parentId', '上级菜单不能是本菜单或它的下级')
  if (parent.menuLink !== '') throw refuse.field('parentId', '上级菜单已绑定视图，不能再有下级')
  if (above.length + size > MAX_DEPTH) throw refuse.field('parentId', `菜单最多 ${MAX_DEPTH} 级`)
}

/** Refuses a view that does not go with the entry's place and path. */
function checkLink(all: Menus, systemId: number, fields: repository.MenuFields, before?: repository.MenuRecord): void {
  // Fixed pages are the console's; other systems have their own.
  const fixed = systemId === PERMISSION_SYSTEM_ID ? fixedLinkOf(fields.menuPath) : undefined
  if (fixed !== undefined && fixed !== fields.menuLink) {
    throw new Refusal(CODE.fixedPath, `路径 ${fields.menuPath} 是固定页面，视图只能是 ${fixed}`)
  }
  const hasChildren = before !== undefined && all.some((e) => e.parentId === before.menuId)
  if (fields.menuLink !== '' && hasChildren) throw refuse.field('menuLink', '该菜单还有下级，不能绑定视图')
  if (fields.menuLink !== '' || hasChildren) return
  const level = fields.parentId === ROOT ? 1 : 2 + ancestors(all, fields.parentId).length
  // A group may stand empty until its entries come, but not on the last level, and a page does not turn into one.
  if (level === MAX_DEPTH || (before && before.menuLink !== '')) throw refuse.field('menuLink', '没有下级的菜单须选择视图')
}

const normalPath = (path: string): string => (path.length > 1 ? withoutEnd(path, '/') || '/' : path)

const fieldsOf = (given: Omit<repository.MenuFields, 'icon'> & { icon?: string | null | undefined }): repository.MenuFields => ({
  ...given,
  icon: given.icon ?? null,
  menuPath: normalPath(given.menuPath),
})

export async function insertMenu({ db, input, audit, platform }: Context<typeof calls.insertMenu>) {
  await repository.lockTree(db)
  const { systemId = PERMISSION_SYSTEM_ID, ...given } = input
  if (!(await repository.systemExists(db, systemId))) throw refuse.field('systemId', '没有这个系统')
  const all = await repository.allMenus(db, systemId)
  const fields = fieldsOf(given)
  checkParent(all, fields.parentId, 1)
  checkLink(all, systemId, fields)
  const { menuId } = await repository.insertMenu(db, systemId, fields)
  audit({ recordType: 'menu', recordId: menuId, verb: 'insert', after: { systemId, ...fields } })
  await platform.revocations.announce(db, { kind: 'all' })
  return { menuId }
}

export async function updateMenu({ db, input, audit, platform }: Context<typeof calls.updateMenu>) {
  const { menuId, version, ...given } = input
  await repository.lockTree(db)
  const all = await besides(db, menuId)
  const before = all.find((e) => e.menuId === menuId)
  if (!before) throw refuse.notFound()
  const fields = fieldsOf(given)
  checkParent(all, fields.parentId, height(all, menuId), menuId)
  checkLink(all, before.systemId, fields, before)
  const done = await repository.updateMenu(db, menuId, version, fields)
  if (!done) throw refuse.conflict(before)
  audit({ recordType: 'menu', recordId: menuId, verb: 'update', ...difference({ ...before }, { ...fields }) })
  await platform.revocations.announce(db, { kind: 'all' })
  return done
}

/** Puts an entry at a place among its new siblings, who are numbered anew. */
export async function moveMenu({ db, input, audit, platform }: Context<typeof calls.moveMenu>) {
  const { menuId, parentId, index } = input
  await repository.lockTree(db)
  const all = await besides(db, menuId)
  const before = all.find((e) => e.menuId === menuId)
  if (!before) throw refuse.notFound()
  checkParent(all, parentId, height(all, menuId), menuId)
  checkLink(all, before.systemId, { ...before, parentId }, before)
  const siblings = all.filter((e) => e.parentId === parentId && e.menuId !== menuId).map((e) => e.menuId)
  siblings.splice(Math.min(index, siblings.length), 0, menuId)
  await repository.arrange(db, parentId, siblings)
  const place = siblings.indexOf(menuId) + 1
  audit({ recordType: 'menu', recordId: menuId, verb: 'move', ...difference({ parentId: before.parentId, sortNo: before.sortNo }, { parentId, sortNo: place }) })
  await platform.revocations.announce(db, { kind: 'all' })
  return {}
}

export async function deleteMenu({ db, input, audit, platform }: Context<typeof calls.deleteMenu>) {
  await repository.lockTree(db)
  const all = await besides(db, input.menuId)
  const before = all.find((e) => e.menuId === input.menuId)
  if (!before) throw refuse.notFound()
  if (all.some((e) => e.parentId === input.menuId)) throw refuse.inUse('该菜单还有下级，请先移走或删除下级')
  await repository.deleteMenu(db, input.menuId)
  audit({ recordType: 'menu', recordId: input.menuId, verb: 'delete', before: { menuName: before.menuName, menuPath: before.menuPath, menuLink: before.menuLink } })
  await platform.revocations.announce(db, { kind: 'all' })
  return {}
}
