import { sql } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { RoleScope } from '../role/grants'

export interface HeldRole {
  roleId: string
  roleCode: string
  roleName: string
  roleStatus: 'enabled' | 'disabled'
  /** When the person got it; null when that was not kept yet. */
  grantTime: Date | null
  expireTime: Date | null
  expired: boolean
}

/** All roles of a person, also those that give them nothing now. */
export async function heldRoles(db: Db, userId: string): Promise<HeldRole[]> {
  const { rows } = await sql<HeldRole>`
    select r.role_id as "roleId", r.role_code as "roleCode", r.role_name as "roleName", r.role_status as "roleStatus",
      ur.create_time as "grantTime", ur.expire_time as "expireTime", coalesce(ur.expire_time <= now(), false) as expired
    from user_role ur join role r on r.role_id = ur.role_id where ur.user_id = ${userId}::bigint order by r.role_id`.execute(db)
  return rows
}

export interface Grant {
  roleId: string
  permitId: string
  grantTime: Date | null
  expireTime: Date | null
  expired: boolean
}

/** What roles were given of these permits, also what has ended. */
export async function grantsTo(db: Db, roleIds: readonly string[], permitIds: readonly string[]): Promise<Grant[]> {
  const { rows } = await sql<Grant>`
    select role_id as "roleId", permit_id as "permitId", create_time as "grantTime", expire_time as "expireTime", coalesce(expire_time <= now(), false) as expired
    from role_permit where role_id = any(${[...roleIds]}::bigint[]) and permit_id = any(${[...permitIds]}::bigint[])`.execute(db)
  return rows
}

export interface AskedPermit {
  permitId: string
  permitCode: string
  permitName: string
  moduleName: string
  systemId: number
  permitStatus: 'enabled' | 'disabled'
}

/** Permits by id; those of the console when no ids are given. */
export async function permits(db: Db, permitIds?: readonly string[]): Promise<AskedPermit[]> {
  const query = db
    .selectFrom('permit as p')
    .select(['p.permit_id as permitId', 'p.permit_code as permitCode', 'p.permit_name as permitName', 'p.module_name as moduleName', 'p.system_id as systemId', 'p.permit_status as permitStatus'])
    .orderBy('p.module')
    .orderBy('p.permit_id')
  return permitIds ? query.where('p.permit_id', 'in', permitIds).execute() : query.where('p.system_id', '=', 2).execute()
}

export const menusOfRoles = (db: Db, roleIds: readonly string[]) =>
  roleIds.length === 0 ? Promise.resolve([]) : db.selectFrom('role_menu').select(['role_id as roleId', 'menu_id as menuId']).where('role_id', 'in', roleIds).execute()

export const scopesOf = (db: Db, roleIds: readonly string[], module: string): Promise<(RoleScope & { roleId: string })[]> =>
  roleIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('role_scope')
        .select(['role_id as roleId', 'module', 'scope', 'dept_ids as deptIds', 'jurisdictions'])
        .where('role_id', 'in', roleIds)
        .where('module', '=', module)
        .execute()

export interface Bound {
  dept: string | null
  self: string | null
  jurisdiction: string | null
}

/** How a record is bound to people; undefined when there is no such record. */
export async function boundOf(db: Db, entity: Entity, id: string): Promise<Bound | undefined> {
  const column = (name: string | undefined) => (name ? sql`${sql.ref(name)}::text` : sql`null::text`)
  const { rows } = await sql<Bound>`
    select ${column(entity.scope?.dept)} as dept, ${column(entity.scope?.self)} as self, ${column(entity.scope?.jurisdiction)} as jurisdiction
    from ${sql.table(entity.table)} where ${sql.ref(entity.idColumn)} = ${id}::bigint ${entity.deleted ? sql`and not (${entity.deleted})` : sql``}`.execute(db)
  return rows[0]
}

/** Whether somebody's data scope reaches a record: the condition is the one of every list. */
export async function reaches(db: Db, principal: Omit<Principal, 'sessionId'>, entity: Entity, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found from ${sql.table(entity.table)} where ${sql.ref(entity.idColumn)} = ${id}::bigint and ${withinScope({ ...principal, sessionId: '' }, entity)}`.execute(db)
  return rows.length > 0
}
