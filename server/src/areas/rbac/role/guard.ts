import { CODE } from '@assoc/contract'
import { allPermits } from '@assoc/contract/all'
import { localTime } from '@assoc/contract/core/day'
import { dataScope } from '@assoc/contract/rbac/role'
import { gained, holdingsOf, isRole, lacking, lost, NOTHING, type Holding, type Lack, type Rights, type Touched } from '../../../platform/access/rights'
import { loadRoleFacts } from '../../../platform/access/load-principal'
import type { ModuleScope, Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import { keepAdministrator } from './administrators'
import { keepExclusive } from './exclusive'

/**
 * The one comparison of rights that all calls go through which change what somebody holds. It stands in an object so that a test
 * can put another in its place and prove that it is needed.
 */
export const comparison: { lacks: (mine: Rights, theirs: Rights) => Lack[] } = { lacks: lacking }

const NAMED = 5
const cannotGrant = (sentence: string) => new Refusal(CODE.cannotGrant, sentence)

/** At most five names, and how many there are in all. */
export const listed = (names: readonly string[]): string => {
  const each = [...new Set(names)]
  return each.length > NAMED ? `${each.slice(0, NAMED).join('、')}等 ${each.length} 项` : each.join('、')
}

const moduleName = (module: string): string => allPermits.find((p) => p.module === module)?.moduleName ?? module
const atomName = (atom: string): string => {
  const kind = atom.split(':')[0]
  return kind === 'dept' ? dataScope.labels.depts : kind === 'jurisdiction' ? dataScope.labels.jurisdiction : kind === 'self' ? dataScope.labels.self : dataScope.labels.all
}
const scopeName = ({ name, atom = '' }: Lack): string => `「${moduleName(name)}」的“${atomName(atom)}”数据`

/** Refuses what the caller could not give: permits first, then rows, then what they hold for a shorter time. */
function refuseGain(lacks: readonly Lack[], action: string): void {
  const never = lacks.filter((l) => l.until === undefined)
  const permits = never.filter((l) => l.kind === 'permit')
  if (permits.length > 0) throw cannotGrant(`您自己没有以下权限，不能${action}：${listed(permits.map((l) => l.name))}`)
  const [scope] = never
  if (scope) throw cannotGrant(`「${moduleName(scope.name)}」的数据范围“${atomName(scope.atom ?? '')}”超出您自己的数据范围，不能${action}`)
  const [shorter] = [...lacks].sort((a, b) => (a.until ?? 0) - (b.until ?? 0))
  if (!shorter) return
  const names = listed(lacks.map((l) => (l.kind === 'permit' ? l.name : scopeName(l))))
  throw cannotGrant(`您自己的以下权限有期限，不能${action}更长的时间：${names}。请设置不晚于 ${localTime(shorter.until ?? 0)} 的有效期`)
}

function refuseAbove(lacks: readonly Lack[], action: string): void {
  if (lacks.length === 0) return
  const permits = lacks.filter((l) => l.kind === 'permit')
  const what = permits.length > 0 ? permits.map((l) => l.name) : lacks.map(scopeName)
  throw cannotGrant(`该用户的权限多于您，不能${action}。您没有的权限：${listed(what)}`)
}

/** People of whom the caller holds all that they hold, in every module, scope and for as long: whom they may administer. Themselves always. */
export async function whomCovers(db: Db, principal: Principal, userIds: readonly string[]): Promise<Set<string>> {
  const holdings = await holdingsOf(db, { users: [...userIds, principal.userId] })
  const mine = holdings.get(principal.userId)?.active ?? NOTHING.active
  return new Set(userIds.filter((id) => id === principal.userId || comparison.lacks(mine, holdings.get(id)?.kept ?? NOTHING.kept).length === 0))
}

/**
 * Refuses an action on a person who holds something that the caller lacks, in whatever module, scope or time. `action` goes on the
 * sentence 不能….
 */
export async function requireCovers(db: Db, principal: Principal, userId: string, action: string): Promise<void> {
  if (userId === principal.userId) return
  const holdings = await holdingsOf(db, { users: [userId, principal.userId] })
  refuseAbove(comparison.lacks(holdings.get(principal.userId)?.active ?? NOTHING.active, holdings.get(userId)?.kept ?? NOTHING.kept), action)
}

/** Refuses an action on a role where the caller could not give it to somebody of this department until an instant (milliseconds). */
export async function requireCouldGive(db: Db, principal: Principal, role: { roleId: string; deptId: string | null; until: number }, action: string): Promise<void> {
  const holdings = await holdingsOf(db, { users: [principal.userId], roles: [role.roleId] })
  const alone = (holdings.get(`role:${role.roleId}`) ?? NOTHING).active
  const facts = await loadRoleFacts(db, role.roleId, role.deptId)
  const atoms = ({ all, self, linked, deptIds, jurisdictions }: ModuleScope) => [...(all ? ['all'] : []), ...(self ? ['self'] : []), ...(linked ? ['linked'] : []), ...deptIds.map((id) => `dept:${id}`), ...jurisdictions.map((j) => `jurisdiction:${j}`)]
  const theirs: Rights = {
    permits: new Map([...alone.permits].map(([code, permit]) => [code, { ...permit, until: Math.min(permit.until, role.until) }])),
    scopes: new Map(Object.entries(facts?.scopes ?? {}).map(([module, scope]) => [module, new Map(atoms(scope).map((atom) => [atom, role.until]))])),
  }
  refuseGain(comparison.lacks((holdings.get(principal.userId) ?? NOTHING).active, theirs), action)
}

export interface RightsChange {
  principal: Principal
  /** Whose rights it may touch. The change may add somebody whom it makes. */
  touched: Touched
  /** What giving is called in a refusal: 分配含有它们的角色. */
  giving: string
  /** What taking is called in a refusal: 取消其角色. */
  taking: string
  /** The action is a change for all of them, though it gives and takes no right: such as another menu. */
  always?: boolean
  /** The field of the form at which it is said that roles exclude each other; `roleIds` when left out. */
  field?: string
}

/**
 * Carries out a change of rights and compares what everybody held before and holds after it (`platform/access/rights`): nobody may
 * gain what the caller does not hold for as long, and nobody who holds more than the caller may lose anything. Refuses otherwise,
 * which takes the change back with its transaction. The lock of administration makes changes wait for each other, so that no two
 * of them together give what neither could. Also keeps the last administrator, and roles apart that one person may not hold together.
 */
export async function changeRights<T>(db: Db, { principal, touched, giving, taking, always = false, field = 'roleIds' }: RightsChange, change: () => Promise<T>): Promise<T> {
  return keepAdministrator(db, async () => {
    // Asked for anew after the change, which may have made the person that it is about.
    const holdings = () => holdingsOf(db, { ...touched, users: [...(touched.users ?? []), principal.userId] })
    const before = await holdings()
    const result = await keepExclusive(db, touched.users ?? [], field, change)
    const after = await holdings()
    const mine = before.get(principal.userId)?.active ?? NOTHING.active
    // Most people whom a role's change touches hold just the same: each kind is compared once.
    const compared = new Map<Holding, Set<Holding>>()
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [had, has] = [before.get(key) ?? NOTHING, after.get(key) ?? NOTHING]
      const own = key === principal.userId
      if (!own && compared.get(had)?.has(has)) continue
      if (!own) compared.set(had, (compared.get(had) ?? new Set()).add(has))
      for (const part of ['active', 'kept'] as const) refuseGain(comparison.lacks(mine, gained(had[part], has[part])), giving)
      if (isRole(key) || own) continue
      if (always || lost(had.active, has.active) || lost(had.kept, has.kept)) refuseAbove(comparison.lacks(mine, had.kept), taking)
    }
    return result
  })
}
