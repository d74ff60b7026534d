import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains, orderBy, page, type PageInput } from '../../../platform/database/list'

const SORT = { permitCode: 'permit.permit_code', permitName: 'permit.permit_name' } as const

export interface PermitFields {
  permitCode: string
  permitName: string
  permitType: 'button' | 'api' | 'field' | 'data'
  permitStatus: 'enabled' | 'disabled'
  menuId?: string | null | undefined
}

export interface PermitFilter {
  systemId?: number | undefined
  keyword?: string | null | undefined
  module?: string | null | undefined
  permitStatus?: 'enabled' | 'disabled' | undefined
}

export const listSystems = (db: Db) => db.selectFrom('sys_system').select(['system_id as systemId', 'system_name as systemName']).orderBy('system_id').execute()

const select = (db: Db) =>
  db.selectFrom('permit').select([
    'permit.permit_id as permitId',
    'permit.permit_code as permitCode',
    'permit.permit_name as permitName',
    'module',
    'permit.module_name as moduleName',
    'permit.system_id as systemId',
    'permit.permit_type as permitType',
    'permit.sensitive',
    'permit.built_in as builtIn',
    'permit.permit_status as permitStatus',
    'permit.menu_id as menuId',
    'permit.version',
  ])

function filtered(db: Db, f: PermitFilter) {
  let query = select(db)
  if (f.keyword) {
    const like = contains(f.keyword)
    query = query.where((eb) => eb.or([eb('permit.permit_name', 'ilike', like), eb('permit.permit_code', 'ilike', like)]))
  }
  if (f.systemId) query = query.where('permit.system_id', '=', f.systemId)
  if (f.module) query = query.where('module', '=', f.module)
  if (f.permitStatus) query = query.where('permit.permit_status', '=', f.permitStatus)
  return query
}

export const listPermits = (db: Db, input: PageInput<keyof typeof SORT> & PermitFilter) =>
  page(filtered(db, input), input, orderBy(input.sort, SORT, 'permit.permit_id', 'permit.permit_id'))

export const allOf = (db: Db, filter: PermitFilter) => filtered(db, filter).orderBy('permit.permit_id').execute()

export const findPermit = (db: Db, permitId: string) => select(db).where('permit.permit_id', '=', permitId).executeTakeFirst()

/** Chinese name of a module, as other permits of it have it; the module's own key when it is new. */
export const moduleNameOf = async (db: Db, module: string): Promise<string> =>
  (await db.selectFrom('permit').select('module_name').where('module', '=', module).orderBy('built_in', 'desc').limit(1).executeTakeFirst())?.module_name ?? module

const row = (fields: PermitFields, moduleName: string) => ({
  permit_code: fields.permitCode,
  permit_name: fields.permitName,
  permit_type: fields.permitType,
  permit_status: fields.permitStatus,
  ...(fields.menuId === undefined ? {} : { menu_id: fields.menuId }),
  module: fields.permitCode.split(':')[0] ?? '',
  module_name: moduleName,
})

export const insertPermit = (db: Db, systemId: number, fields: PermitFields, moduleName: string) =>
  db
    .insertInto('permit')
    .values({ ...row(fields, moduleName), system_id: systemId })
    .returning('permit_id as permitId')
    .executeTakeFirstOrThrow()

/** Writes only while the version is the one the editor has read; undefined when it is not. */
export const updatePermit = (db: Db, permitId: string, version: number, fields: PermitFields, moduleName: string) =>
  db
    .updateTable('permit')
    .set({ ...row(fields, moduleName), version: sql<number>`version + 1` })
    .where('permit_id', '=', permitId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()

/** Names of the menus that staff have put permits to, by id. */
export const menusByIds = async (db: Db): Promise<Map<string, string>> =>
  new Map((await db.selectFrom('permit').innerJoin('menu', 'menu.menu_id', 'permit.menu_id').select(['menu.menu_id', 'menu.menu_name']).execute()).map((r) => [r.menu_id, r.menu_name]))

/** Roles that give a permit, or will give it again. */
export const rolesWith = async (db: Db, permitId: string): Promise<string[]> =>
  (await db.selectFrom('role_permit').select('role_id').where('permit_id', '=', permitId).execute()).map((r) => r.role_id)

export const deletePermit = (db: Db, permitId: string) => db.deleteFrom('permit').where('permit_id', '=', permitId).execute()

export const permitInUse = async (db: Db, permitId: string): Promise<boolean> =>
  (await db.selectFrom('role_permit').select('role_id').where('permit_id', '=', permitId).limit(1).executeTakeFirst()) !== undefined
