import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { exclusiveRolesOf, type ExclusiveRole } from './exclusive.repository'

const byPerson = (held: readonly ExclusiveRole[]): Map<string, ExclusiveRole[]> => {
  const map = new Map<string, ExclusiveRole[]>()
  for (const role of held) map.set(role.userId, [...(map.get(role.userId) ?? []), role])
  return map
}

const named = (roles: readonly ExclusiveRole[]) => roles.map((r) => `「${r.roleName}」`).join('、')

/** Names of the exclusive roles of those people who hold more than one, by user id. */
export async function conflictsOf(db: Db, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const held = byPerson(await exclusiveRolesOf(db, userIds))
  return new Map([...held].filter(([, roles]) => roles.length > 1).map(([userId, roles]) => [userId, roles.map((r) => r.roleName)]))
}

/**
 * Carries out a change and refuses it where one of these people has by it one more role that excludes another which they hold. What
 * somebody held together before stays, so that it can be taken apart step by step. `field` is where the form shows the sentence.
 */
export async function keepExclusive<T>(db: Db, userIds: readonly string[], field: string, change: () => Promise<T>): Promise<T> {
  const before = new Set((await exclusiveRolesOf(db, userIds)).map((r) => `${r.userId}/${r.roleId}`))
  const result = await change()
  for (const roles of byPerson(await exclusiveRolesOf(db, userIds)).values()) {
    if (roles.length < 2 || roles.every((r) => before.has(`${r.userId}/${r.roleId}`))) continue
    throw refuse.field(field, `${named(roles)}职责互斥，一人只能持有其中一个`)
  }
  return result
}
