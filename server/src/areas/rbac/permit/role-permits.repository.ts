import type { Db } from '../../../platform/database/database'
import { contains, orderBy, page, type PageInput } from '../../../platform/database/list'

const SORT = { permitCode: 'permit.permit_code', roleName: 'role.role_name' } as const

const select = (db: Db) =>
  db
    .selectFrom('role_permit')
    .innerJoin('role', 'role.role_id', 'role_permit.role_id')
    .innerJoin('permit', 'permit.permit_id', 'role_permit.permit_id')
    .select([
      'role_permit.role_id as roleId',
      'role.role_name as roleName',
      'role_permit.permit_id as permitId',
      'permit.permit_code as permitCode',
      'permit.permit_name as permitName',
      'role_permit.expire_time as expireTime',
    ])

export const permitsOfRole = (db: Db, roleId: string) => select(db).where('role_permit.role_id', '=', roleId).orderBy('permit.permit_code').execute()

export async function listRolePermits(db: Db, input: PageInput<keyof typeof SORT> & { roleId?: string | undefined; keyword?: string | null | undefined }) {
  let query = select(db)
  if (input.roleId) query = query.where('role_permit.role_id', '=', input.roleId)
  if (input.keyword) {
    const like = contains(input.keyword)
    query = query.where((eb) => eb.or([eb('permit.permit_name', 'ilike', like), eb('permit.permit_code', 'ilike', like)]))
  }
  // Which second column makes the order total depends on the first.
  const tieBreaker = input.sort?.field === 'roleName' ? 'role_permit.permit_id' : 'role_permit.role_id'
  return page(query, input, orderBy(input.sort, SORT, 'permit.permit_code', tieBreaker))
}

/** Makes other changes of the same role wait for this transaction; false when the role is gone. */
export const lockRole = async (db: Db, roleId: string): Promise<boolean> =>
  (await db.selectFrom('role').select('role_id').where('role_id', '=', roleId).forUpdate().executeTakeFirst()) !== undefined

export async function replacePermits(db: Db, roleId: string, add: readonly string[], remove: readonly string[]): Promise<void> {
  if (remove.length > 0) await db.deleteFrom('role_permit').where('role_id', '=', roleId).where('permit_id', 'in', remove).execute()
  if (add.length > 0) await db.insertInto('role_permit').values(add.map((permit_id) => ({ role_id: roleId, permit_id }))).onConflict((c) => c.doNothing()).execute()
}

/** Gives a role one permit until an instant; without one, for good. */
export const setPermit = (db: Db, roleId: string, permitId: string, expireTime: string | null) =>
  db
    .insertInto('role_permit')
    .values({ role_id: roleId, permit_id: permitId, expire_time: expireTime })
    .onConflict((c) => c.columns(['role_id', 'permit_id']).doUpdateSet({ expire_time: expireTime }))
    .execute()
