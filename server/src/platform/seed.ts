import { type ViewName } from '@assoc/contract'
import { allPermits } from '@assoc/contract/all'
import { sql } from 'kysely'
import type { Db } from './database/database'
import type { Platform } from './platform'

/** Something laid down once in an installation; `demo` ones only with the demo association. */
export interface Seed {
  name: string
  /** Order among seeds; lower ones first. */
  order: number
  demo?: boolean
  /** Name of the seed that this one was a part of: an installation that has had that one has had this. Its own order is lower. */
  was?: string
  run(db: Db, platform: Platform): Promise<void>
}

/** Brings the permit table to the contract: new codes are added, names follow; what staff added stays. */
export async function syncPermits(db: Db): Promise<void> {
  await sql`
    insert into permit as p (permit_code, permit_name, module, module_name, sensitive, built_in)
    select * from jsonb_to_recordset(${JSON.stringify(
      allPermits.map((p) => ({ c: p.code, n: p.name, m: p.module, mn: p.moduleName, s: p.sensitive, b: true })),
    )}::jsonb) as x(c text, n text, m text, mn text, s boolean, b boolean)
    on conflict on constraint permit_code_unique do update
      set permit_name = excluded.permit_name, module_name = excluded.module_name, sensitive = excluded.sensitive, built_in = true
      where (p.permit_name, p.module_name, p.sensitive, p.built_in)
        is distinct from (excluded.permit_name, excluded.module_name, excluded.sensitive, true)`.execute(db)
}

/** Lays down the seeds that this installation has not had. Each is one transaction with its mark. */
export async function runSeeds(platform: Platform, seeds: readonly Seed[], withDemo: boolean): Promise<void> {
  const { db } = platform
  const done = new Set((await db.selectFrom('seed_done').select('name').execute()).map((r) => r.name))
  for (const seed of [...seeds].sort((a, b) => a.order - b.order)) {
    if (done.has(seed.name) || (seed.demo && !withDemo)) continue
    await db.transaction().execute(async (tx) => {
      // Two processes may start at once: the second waits here and finds the mark.
      await sql`select pg_advisory_xact_lock(7316003)`.execute(tx)
      const mark = await tx.insertInto('seed_done').values({ name: seed.name }).onConflict((c) => c.doNothing()).returning('name').executeTakeFirst()
      if (mark && !(seed.was && done.has(seed.was))) await seed.run(tx, platform)
    })
  }
}

export interface MenuSeed {
  menuId: number
  parentId: number
  menuName: string
  menuPath: string
  menuLink?: ViewName
  icon?: string
  sortNo: number
}

/** Lays down menu rows and gives them to built-in roles by code. */
export async function seedMenus(db: Db, rows: readonly MenuSeed[], roleCodes: readonly string[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('menu')
    .values(
      rows.map((r) => ({
        menu_id: String(r.menuId),
        parent_id: String(r.parentId),
        menu_name: r.menuName,
        menu_path: r.menuPath,
        menu_link: r.menuLink ?? '',
        icon: r.icon ?? null,
        sort_no: r.sortNo,
        built_in: true,
      })),
    )
    .onConflict((c) => c.doNothing())
    .execute()
  await grantMenus(db, rows.map((r) => r.menuId), roleCodes)
}

/** Code, name and what people who hold it do. */
export type RoleSeed = readonly [code: string, name: string, remark: string]

/** The personal pages, which everybody has. */
const PERSONAL: MenuSeed[] = [
  { menuId: 7100, parentId: 0, menuName: '个人中心', menuPath: '/personal', icon: 'user', sortNo: 71 },
  { menuId: 7101, parentId: 7100, menuName: '个人中心', menuPath: '/personalCenter', menuLink: 'rbac/PersonalCenter', sortNo: 1 },
]

/** Lays down built-in roles; each has the personal pages. */
export async function seedRoles(db: Db, roles: readonly RoleSeed[]): Promise<void> {
  await db
    .insertInto('role')
    .values(roles.map(([role_code, role_name, remark]) => ({ role_code, role_name, remark, built_in: true })))
    .onConflict((c) => c.doNothing())
    .execute()
  await seedMenus(db, PERSONAL, roles.map(([code]) => code))
}

/** Gives built-in roles entries of the menu that others have laid down. */
export async function grantMenus(db: Db, menuIds: readonly number[], roleCodes: readonly string[]): Promise<void> {
  await sql`
    insert into role_menu (role_id, menu_id)
    select r.role_id, m.menu_id from role r, menu m
    where r.role_code = any(${roleCodes}::text[]) and m.menu_id = any(${[...menuIds]}::bigint[])
    on conflict do nothing`.execute(db)
}

/** Gives built-in roles permits whose code begins with one of the prefixes, and a data scope in the module. */
export async function grantRole(db: Db, roleCode: string, prefixes: readonly string[], scopes: Record<string, 'all' | 'deptTree' | 'dept' | 'self' | 'linked'> = {}): Promise<void> {
  await sql`
    insert into role_permit (role_id, permit_id)
    select r.role_id, p.permit_id from role r, permit p
    where r.role_code = ${roleCode} and p.system_id = 2
      and exists (select 1 from unnest(${prefixes}::text[]) x where p.permit_code like x || '%')
    on conflict do nothing`.execute(db)
  for (const [module, scope] of Object.entries(scopes)) {
    await sql`
      insert into role_scope (role_id, module, scope) select role_id, ${module}, ${scope} from role where role_code = ${roleCode}
      on conflict do nothing`.execute(db)
  }
}

/**
 * Takes permits from a built-in role. Reading what is logged of a person is kept apart from their rights: the role which
 * gets all permits of its module in a fresh installation has not these.
 */
export async function keepApart(db: Db, roleCode: string, permits: readonly string[]): Promise<void> {
  await sql`delete from role_permit where role_id = (select role_id from role where role_code = ${roleCode})
    and permit_id in (select permit_id from permit where permit_code = any(${[...permits]}::text[]))`.execute(db)
}
