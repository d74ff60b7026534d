import { allPermits } from '@assoc/contract/all'
import { dataScope } from '@assoc/contract/rbac/role'
import type { MenuNode } from '@assoc/contract/rbac/own'
import type { Entity } from '../../../platform/access/entities'
import { moduleScopeOf } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import * as accounts from '../account/repository'
import * as menus from '../menu/repository'
import { menuTreeOfUser } from '../menu/service'
import { ancestors } from '../menu/tree'
import { answerOf, minute, roleFaults, type Book, type RoleAnswer } from './book'
import * as repository from './repository'

export interface Explained {
  allowed: boolean
  target: string
  notes: string[]
  roles: RoleAnswer[]
}

const CONSOLE = 2

/** Whether a person has a permit, and what each of their roles has to do with it. `grants` are those of their roles. */
export function explainPermit(book: Book, permit: repository.AskedPermit, grants: readonly repository.Grant[]): Explained {
  const dead = [
    ...(permit.permitStatus === 'disabled' ? ['权限点已停用，无论授予哪个角色都不生效'] : []),
    ...(permit.systemId === CONSOLE ? [] : ['权限点属于其他系统，在管理端不生效']),
  ]
  const roles = book.roles.map((role) => {
    const gives = permit.systemId === CONSOLE && (book.byRole.get(role.roleId)?.permits.has(permit.permitCode) ?? false)
    const grant = grants.find((g) => g.roleId === role.roleId && g.permitId === permit.permitId)
    const why = gives
      ? ['角色已授予此权限']
      : [...roleFaults(role), ...dead, ...(grant ? (grant.expired && grant.expireTime ? [`角色的此项授权已于 ${minute(grant.expireTime)} 到期`] : []) : ['角色未授予此权限'])]
    return answerOf(role, gives, why, grant)
  })
  return {
    allowed: book.usable && permit.systemId === CONSOLE && book.principal.permits.has(permit.permitCode),
    target: `${permit.moduleName} · ${permit.permitName}（${permit.permitCode}）`,
    notes: [...book.notes, ...dead],
    roles,
  }
}

const flat = (nodes: readonly MenuNode[]): string[] => nodes.flatMap((n) => [n.menuId, ...flat(n.children)])

/** Whether a person sees a menu entry: their tree is made as for themselves, and once for each role. */
export async function explainMenu(db: Db, book: Book, menuId: string): Promise<Explained> {
  const all = await menus.allMenus(db)
  const entry = all.find((m) => m.menuId === menuId)
  if (!entry) throw refuse.notFound()
  const chain = [entry, ...ancestors(all, menuId)]
  const faults = chain.flatMap((m) => [...(m.menuStatus === 'disabled' ? [`菜单“${m.menuName}”已停用`] : []), ...(m.hidden ? [`菜单“${m.menuName}”已隐藏`] : [])])
  const given = await repository.menusOfRoles(db, book.roles.map((r) => r.roleId))
  const roles: RoleAnswer[] = []
  for (const role of book.roles) {
    const own = book.byRole.get(role.roleId)
    const gives = own !== undefined && flat(await menuTreeOfUser(db, own.roleIds)).includes(menuId)
    const missing = entry.menuLink === '' ? '角色没有此分组下可见的菜单' : given.some((g) => g.roleId === role.roleId && g.menuId === menuId) ? null : '角色未分配此菜单'
    roles.push(answerOf(role, gives, gives ? ['角色已分配此菜单'] : [...roleFaults(role), ...faults, ...(missing ? [missing] : [])]))
  }
  const seen = flat(await menuTreeOfUser(db, book.principal.roleIds)).includes(menuId)
  return { allowed: book.usable && seen, target: [...chain].reverse().map((m) => m.menuName).join(' / '), notes: [...book.notes, ...faults], roles }
}

const moduleName = (module: string): string => allPermits.find((p) => p.module === module)?.moduleName ?? module

/** Whether the data scope of a person reaches a record, by the condition of every list, in whole and by each role. */
export async function explainRecord(db: Db, book: Book, entity: Entity, label: string, id: string): Promise<Explained> {
  const module = entity.module ?? ''
  const bound = await repository.boundOf(db, entity, id)
  if (!bound) throw refuse.notFound()
  const scopes = await repository.scopesOf(db, book.roles.map((r) => r.roleId), module)
  const deptIds = [...new Set([bound.dept, ...[...book.byRole.values()].flatMap((f) => moduleScopeOf({ ...f, sessionId: '' }, module).deptIds)].flatMap((d) => d ?? []))]
  const names = await accounts.deptNames(db, deptIds)
  const roles: RoleAnswer[] = []
  for (const role of book.roles) {
    const own = book.byRole.get(role.roleId)
    const gives = own !== undefined && (await repository.reaches(db, own, entity, id))
    const scope = scopes.find((s) => s.roleId === role.roleId)
    const reached = own ? moduleScopeOf({ ...own, sessionId: '' }, module).deptIds.flatMap((d) => names.get(d) ?? []) : []
    const told = scope ? `在「${moduleName(module)}」的数据范围为“${dataScope.labels[scope.scope]}”${reachOf(scope.scope, reached, scope.jurisdictions)}` : `角色没有「${moduleName(module)}」的数据范围`
    roles.push(answerOf(role, gives, gives ? [told] : [...roleFaults(role), told, ...(scope ? ['不含此记录'] : [])]))
  }
  return {
    allowed: book.usable && (await repository.reaches(db, book.principal, entity, id)),
    target: `${label}（编号 ${id}）`,
    notes: [...book.notes, boundSentence(bound, entity, book, names)],
    roles,
  }
}

function reachOf(scope: string, depts: readonly string[], jurisdictions: readonly string[]): string {
  if (scope === 'jurisdiction') return `：${jurisdictions.join('、') || '未设辖区'}`
  if (scope === 'all' || scope === 'self' || scope === 'linked') return ''
  return `：${depts.join('、') || '没有部门'}`
}

function boundSentence(bound: repository.Bound, { scope }: Entity, book: Book, names: ReadonlyMap<string, string>): string {
  const parts = [
    ...(scope?.dept ? [bound.dept ? `属于「${names.get(bound.dept) ?? bound.dept}」` : '没有所属部门'] : []),
    ...(scope?.jurisdiction ? [bound.jurisdiction ? `辖区为“${bound.jurisdiction}”` : '没有辖区'] : []),
    ...(scope?.self ? [bound.self === book.person.userId ? '归本人' : '不归本人'] : []),
  ]
  return parts.length > 0 ? `这条记录${parts.join('，')}` : '这类记录不按人员区分，只有“全部”范围能看到'
}
