import { sql } from 'kysely'
import pg from 'pg'
import { UserFacingError } from '../errors'
import type { Db } from './database'

// The server works as a role that owns nothing: whatever a statement of its own might be brought to do, it cannot drop, alter or
// empty a table, take off a trigger, or change what the audit log holds.

const SCHEMAS = ['public', 'graphile_worker']
/** What may be done with the rows of a table; all four where it is not named. */
const LESS: Readonly<Record<string, string>> = {
  'public.audit_log': 'select, insert',
  'public.audit_seal': 'select, insert',
  'public.audit_sealed': 'select, insert',
  'public.meeting_sign_log': 'select, insert',
  'public.schema_migration': 'select',
  'graphile_worker.migrations': 'select',
}
const ALL = 'select, insert, update, delete'
/** Statistics of a table are gathered by whoever may maintain it, from this version on; before, only by its owner. */
const MAINTAIN_SINCE = 170_000

/**
 * Grants the role of `consoleUrl` what the server needs, as the owner: rows of all tables, sequences, functions. Grants only what is
 * missing, so that a start changes no catalog; what a migration has added is granted by the same start. A role that there is not
 * is made where the owner may do so.
 */
export async function grantRows(ownerUrl: string, consoleUrl: string): Promise<void> {
  const role = decodeURIComponent(new URL(consoleUrl).username)
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const name = client.escapeIdentifier(role)
    await client.query('begin')
    // Two processes that start at once would both change the same rows of the catalog.
    await client.query('select pg_advisory_xact_lock(7316003)')
    await makeRole(client, role, decodeURIComponent(new URL(consoleUrl).password))
    const { rows } = await client.query<{ kind: string; name: string; wanted: string }>(MISSING, [role, SCHEMAS, JSON.stringify(LESS), ALL])
    for (const { kind, name: object, wanted } of rows) await client.query(`grant ${wanted} on ${kind} ${object} to ${name}`)
    const { rows: version } = await client.query<{ n: string }>("select current_setting('server_version_num') as n")
    if (Number(version[0]?.n) >= MAINTAIN_SINCE && rows.some((row) => row.kind === 'table')) {
      for (const schema of SCHEMAS) await client.query(`grant maintain on all tables in schema ${schema} to ${name}`)
    }
    // The queue's tables show their rows to their owner alone unless a policy says more.
    for (const { table } of (await client.query<{ table: string }>(UNSEEN, [role, SCHEMAS])).rows) await client.query(`create policy ${name} on ${table} to ${name} using (true) with check (true)`)
    await client.query('commit')
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    throw new UserFacingError(`The role ${role} of DATABASE_URL could not be given its rights: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await client.end()
  }
}

async function makeRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount) return
  const { rows } = await client.query<{ may: boolean }>('select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user')
  if (!rows[0]?.may) throw new UserFacingError(`There is no role ${role} in the database, and the owner may not make one: create role ${role} login password '…'.`)
  await client.query(`create role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(password)}`)
}

/** $1 role, $2 schemas, $3 tables with fewer rights, $4 rights of the others. */
const MISSING = `
  with wanted as (
    select 'schema' as kind, quote_ident(s) as name, 'usage' as wanted, has_schema_privilege($1, s, 'usage') as has from unnest($2::text[]) s
    union all
    select case c.relkind when 'S' then 'sequence' else 'table' end, format('%I.%I', n.nspname, c.relname), w.wanted,
      case c.relkind when 'S' then has_sequence_privilege($1, c.oid, 'usage') and has_sequence_privilege($1, c.oid, 'select')
        else (select bool_and(has_table_privilege($1, c.oid, trim(one))) from unnest(string_to_array(w.wanted, ',')) one) end
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join lateral (select case c.relkind when 'S' then 'usage, select' else coalesce($3::jsonb ->> (n.nspname || '.' || c.relname), $4) end as wanted) w
    where n.nspname = any($2) and c.relkind in ('r', 'p', 'v', 'm', 'S')
    union all
    select 'function', format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)), 'execute', has_function_privilege($1, p.oid, 'execute')
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any($2) and p.prokind = 'f'
  )
  select kind, name, wanted from wanted where not has`

/** Tables with row security whose rows the role $1 may not see yet. */
const UNSEEN = `
  select format('%I.%I', n.nspname, c.relname) as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($2) and c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = $1)`

/** Whether the connection's role owns tables of ours, by itself or as a member of their owner, or is a superuser. */
export async function ownsTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`select exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and pg_has_role(current_user, c.relowner, 'usage')) as owns`.execute(db)
  return rows[0]?.owns ?? false
}
