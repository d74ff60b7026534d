import type { RequestOf, ResponseOf } from '@assoc/contract'
import type { saveRmPermitBatch, selectRoleGrants } from '@assoc/contract/rbac/role-grants'

export type Grants = ResponseOf<typeof selectRoleGrants>
export type Offered = Grants['offered'][number]
export type GrantMenu = Grants['menus'][number]
export type Scope = Grants['scopes'][number]
export type RoleText = NonNullable<RequestOf<typeof saveRmPermitBatch>['role']>

/** What is chosen on the screen: leaves of the menu, permits, and one scope a module at most. */
export interface Choice {
  menuIds: ReadonlySet<string>
  permitIds: ReadonlySet<string>
  scopes: ReadonlyMap<string, Scope>
}

/** A leaf of the menu with the permit that its page needs, if it needs one that there is. */
export interface Leaf extends GrantMenu {
  view: Offered | null
  permits: readonly Offered[]
}

/** Menu, permits and modules as one tree. */
export interface Catalogue {
  roots: readonly GrantMenu[]
  childrenOf: ReadonlyMap<string, readonly GrantMenu[]>
  leaves: ReadonlyMap<string, Leaf>
  permits: ReadonlyMap<string, Offered>
  moduleNames: ReadonlyMap<string, string>
  /** At which top entry the scope of a module stands. */
  homeOf: ReadonlyMap<string, string>
  /** Permits of a module that belong to no page. */
  others: ReadonlyMap<string, readonly Offered[]>
}

const objectOf = (code: string): string => code.split(':').slice(0, 2).join(':')
const push = <K, V>(map: Map<K, V[]>, key: K, value: V) => void map.set(key, [...(map.get(key) ?? []), value])

/** `access` says the permit of a view, as the releases publish it. */
export function catalogueOf({ menus, offered }: Grants, access: ReadonlyMap<string, string>): Catalogue {
  const childrenOf = new Map<string, GrantMenu[]>()
  for (const menu of menus) push(childrenOf, menu.parentId, menu)
  const byCode = new Map(offered.map((p) => [p.permitCode, p]))
  const ofView = (menu: GrantMenu) => byCode.get(access.get(menu.menuLink) ?? '') ?? null
  const pages = menus.filter((m) => !childrenOf.has(m.menuId))
  // A permit stands below the page that needs it, or below the first page about the same object.
  const [exact, near] = [new Map<string, string>(), new Map<string, string>()]
  for (const page of pages) {
    const code = ofView(page)?.permitCode
    if (!code) continue
    if (!exact.has(code)) exact.set(code, page.menuId)
    if (!near.has(objectOf(code))) near.set(objectOf(code), page.menuId)
  }
  const below = new Map<string, Offered[]>()
  const others = new Map<string, Offered[]>()
  for (const permit of offered) {
    const page = exact.get(permit.permitCode) ?? near.get(objectOf(permit.permitCode))
    if (page) push(below, page, permit)
    else push(others, permit.module, permit)
  }
  const parents = new Map(menus.map((m) => [m.menuId, m.parentId]))
  const topOf = (id: string): string => {
    const parent = parents.get(id)
    return parent && parents.has(parent) ? topOf(parent) : id
  }
  const homeOf = new Map<string, string>()
  for (const page of pages) {
    const module = ofView(page)?.module
    if (module && !homeOf.has(module)) homeOf.set(module, topOf(page.menuId))
  }
  const moduleNames = new Map(offered.map((p) => [p.module, p.moduleName]))
  for (const module of moduleNames.keys()) if (!homeOf.has(module) && !others.has(module)) others.set(module, [])
  return {
    roots: childrenOf.get('0') ?? [],
    childrenOf,
    leaves: new Map(pages.map((page) => [page.menuId, { ...page, view: ofView(page), permits: below.get(page.menuId) ?? [] }])),
    permits: new Map(offered.map((p) => [p.permitId, p])),
    moduleNames,
    homeOf,
    others,
  }
}

export const choiceOf = (grants: Pick<Grants, 'menuIds' | 'permits' | 'scopes'>, { leaves }: Catalogue): Choice => ({
  menuIds: new Set(grants.menuIds.filter((id) => leaves.has(id))),
  permitIds: new Set(grants.permits.map((p) => p.permitId)),
  scopes: new Map(grants.scopes.map((s) => [s.module, s])),
})

export const leavesBelow = (id: string, catalogue: Catalogue): string[] => {
  const children = catalogue.childrenOf.get(id)
  return children ? children.flatMap((c) => leavesBelow(c.menuId, catalogue)) : catalogue.leaves.has(id) ? [id] : []
}

/** Scope that a module begins with when its first page is given: the narrowest that lets people of one office work together. */
const OFFERED_SCOPE = 'dept'

/** Gives pages with the permits that they need and, where the module has no rows yet, a scope; or takes them with what stands below them. */
export function withMenus(choice: Choice, ids: readonly string[], on: boolean, catalogue: Catalogue): Choice {
  const [menuIds, permitIds, scopes] = [new Set(choice.menuIds), new Set(choice.permitIds), new Map(choice.scopes)]
  for (const id of ids) {
    const leaf = catalogue.leaves.get(id)
    if (!leaf) continue
    if (on) {
      menuIds.add(id)
      if (!leaf.view?.grantable) continue
      permitIds.add(leaf.view.permitId)
      const { module } = leaf.view
      if (!scopes.has(module)) scopes.set(module, { module, scope: OFFERED_SCOPE, deptIds: [], jurisdictions: [] })
    } else {
      menuIds.delete(id)
    }
  }
  if (!on) {
    // What another page that stays needs is not taken with this one.
    const needed = new Set([...menuIds].flatMap((id) => catalogue.leaves.get(id)?.view?.permitId ?? []))
    const gone = ids.flatMap((id) => [...(catalogue.leaves.get(id)?.permits ?? []), ...(catalogue.leaves.get(id)?.view ? [catalogue.leaves.get(id)?.view as Offered] : [])])
    for (const p of gone) if (!needed.has(p.permitId)) permitIds.delete(p.permitId)
    // A scope that was only offered with the page goes with its last permit.
    for (const module of new Set(gone.map((p) => p.module))) {
      if (![...permitIds].some((id) => catalogue.permits.get(id)?.module === module)) scopes.delete(module)
    }
  }
  return { menuIds, permitIds, scopes }
}

export function withPermits({ permitIds, ...rest }: Choice, ids: readonly string[], on: boolean): Choice {
  const next = new Set(permitIds)
  for (const id of ids) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return { ...rest, permitIds: next }
}

export function withScope({ scopes, ...rest }: Choice, module: string, scope: Scope | null): Choice {
  const next = new Map(scopes)
  if (scope) next.set(module, scope)
  else next.delete(module)
  return { ...rest, scopes: next }
}

/** Pages that the role opens without the permit to read what is on them. */
export const withoutPermit = (choice: Choice, { leaves }: Catalogue): Leaf[] =>
  [...choice.menuIds].flatMap((id) => {
    const leaf = leaves.get(id)
    return leaf?.view && !choice.permitIds.has(leaf.view.permitId) ? [leaf] : []
  })

/** Ids of the chosen leaves and of every group above one of them: what the role is given. */
export function withGroups(choice: Choice, { roots, childrenOf }: Catalogue): string[] {
  const walk = (menus: readonly GrantMenu[]): string[] =>
    menus.flatMap((m) => {
      const children = childrenOf.get(m.menuId)
      if (!children) return choice.menuIds.has(m.menuId) ? [m.menuId] : []
      const below = walk(children)
      return below.length > 0 ? [m.menuId, ...below] : []
    })
  return walk(roots)
}

export interface Difference {
  menus: { added: string[]; removed: string[] }
  permits: { added: string[]; removed: string[] }
  /** Modules whose scope is another one now. */
  scopes: string[]
}

const missing = (from: ReadonlySet<string>, to: ReadonlySet<string>) => [...from].filter((id) => !to.has(id))
const sameScope = (a: Scope | undefined, b: Scope | undefined) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

export const differenceOf = (before: Choice, after: Choice): Difference => ({
  menus: { added: missing(after.menuIds, before.menuIds), removed: missing(before.menuIds, after.menuIds) },
  permits: { added: missing(after.permitIds, before.permitIds), removed: missing(before.permitIds, after.permitIds) },
  scopes: [...new Set([...before.scopes.keys(), ...after.scopes.keys()])].filter((m) => !sameScope(before.scopes.get(m), after.scopes.get(m))),
})

export const isEmpty = ({ menus, permits, scopes }: Difference): boolean => [menus.added, menus.removed, permits.added, permits.removed, scopes].every((list) => list.length === 0)

/** What somebody changed from `base`, done again on what stands there now; a scope that both changed is theirs who saves last. */
export function merged(base: Choice, mine: Choice, theirs: Choice): Choice {
  const d = differenceOf(base, mine)
  const apply = (now: ReadonlySet<string>, { added, removed }: { added: string[]; removed: string[] }) => new Set([...[...now].filter((id) => !removed.includes(id)), ...added])
  const scopes = new Map(theirs.scopes)
  for (const module of d.scopes) {
    const scope = mine.scopes.get(module)
    if (scope) scopes.set(module, scope)
    else scopes.delete(module)
  }
  return { menuIds: apply(theirs.menuIds, d.menus), permitIds: apply(theirs.permitIds, d.permits), scopes }
}
