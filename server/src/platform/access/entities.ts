import { metaOf, shapeOf, type AnyResource, type Call } from '@assoc/contract'
import { sql, type CompiledQuery, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../database/database'
import { written } from '../database/driver'
import { refuse, type Refusal } from '../errors'
import type { Link } from './links'
import { moduleScopeOf, type ModuleScope, type Principal } from './principal'

/** How rows of an entity are bound to people; a column that is missing gives no rows for that scope. */
export interface ScopeColumns<C extends string = string> {
  dept?: C
  self?: C
  jurisdiction?: C
  /** The company that a row is of, and the person: what somebody sees who acts for them. */
  company?: C
  person?: C
}

/** An entity that ids in bodies refer to by the contract's `ref`. */
export interface Entity {
  /** Name that the contract's refs use. */
  name: string
  table: string
  idColumn: string
  /** Module whose data scope rules; without one only the existence of the row is checked. */
  module?: string
  scope?: ScopeColumns
  /** Rows that count as not there, as an SQL condition on the bare table. */
  deleted?: Expression<SqlBool>
  /** A further limit of what a person sees, besides the scope of their roles; null for whom there is none. `alias` names the table. */
  rowFilter?: (principal: Principal, alias: string) => Expression<SqlBool> | null
  /** What one is called where only its id stands, as an SQL text on the bare table; resources say it by their rows. */
  called?: Expression<string>
  /** Sentence at the field for a broken unique or check constraint, by its name. */
  constraints?: Record<string, () => Refusal>
}

const entities = new Map<string, Entity>()
const constraints = new Map<string, () => Refusal>()

export function defineEntity(entity: Entity): Entity {
  entities.set(entity.name, entity)
  for (const [name, make] of Object.entries(entity.constraints ?? {})) constraints.set(name, make)
  return entity
}

export const entityNamed = (name: string): Entity | undefined => entities.get(name)
export const refusalOfConstraint = (name: string): Refusal | undefined => constraints.get(name)?.()

/**
 * The condition that keeps a query to the rows within a person's data scope of a module. No scope
 * means no rows. `alias` is the table's name in the query.
 */
export function withinScope(principal: Principal, entity: Entity, alias = entity.table): Expression<SqlBool> {
  // A deputy sees the rows of the other, as far as the resource's own limit shows them to both.
  const holder = principal.behalf ?? principal
  const scope = entity.module ? scopeCondition(holder, moduleScopeOf(holder, entity.module), entity.scope ?? {}, alias) : sql<SqlBool>`true`
  const limits = (principal.behalf ? [principal, principal.behalf] : [principal]).flatMap((each) => entity.rowFilter?.(each, alias) ?? [])
  const further = limits.length > 1 ? sql<SqlBool>`(${sql.join(limits, sql` and `)})` : limits[0]
  return further ? sql<SqlBool>`(${scope} and ${further})` : scope
}

/** The condition that keeps a query to the rows of one entity within a person's data scope; `alias` is its table's name in the query. */
export type ScopeOf = (principal: Principal, alias: string) => Expression<SqlBool>

/**
 * The data scope of a resource, or of an entity that bodies refer to by this name, as it is declared where the resource is mounted: for
 * statements that read its table by hand. Looked up when it is used, so that no area imports another one for it.
 */
export function scopeOf(of: AnyResource | string): ScopeOf {
  const name = typeof of === 'string' ? of : of.definition.name
  return (principal, alias) => {
    const entity = entities.get(name)
    if (!entity) throw new Error(`nothing is mounted under the name ${name}`)
    return withinScope(principal, entity, alias)
  }
}

function scopeCondition(principal: Principal, scope: ModuleScope, columns: ScopeColumns, alias: string): Expression<SqlBool> {
  if (scope.all) return sql<SqlBool>`true`
  const parts: Expression<SqlBool>[] = []
  if (scope.deptIds.length > 0 && columns.dept) {
    parts.push(sql<SqlBool>`${sql.ref(`${alias}.${columns.dept}`)} = any(${scope.deptIds}::bigint[])`)
  }
  if (scope.jurisdictions.length > 0 && columns.jurisdiction) {
    parts.push(sql<SqlBool>`${sql.ref(`${alias}.${columns.jurisdiction}`)} = any(${scope.jurisdictions}::text[])`)
  }
  if (scope.self && columns.self) parts.push(sql<SqlBool>`${sql.ref(`${alias}.${columns.self}`)} = ${principal.userId}::bigint`)
  if (scope.linked && columns.company) parts.push(sql<SqlBool>`${sql.ref(`${alias}.${columns.company}`)} = any(${idsOf(principal.links.companies)}::bigint[])`)
  if (scope.linked && columns.person) parts.push(sql<SqlBool>`${sql.ref(`${alias}.${columns.person}`)} = any(${idsOf(principal.links.persons)}::bigint[])`)
  if (parts.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

const idsOf = (links: readonly Link[]): string[] => links.map((link) => link.id)

/** The values of scopeCondition, in its order. */
function scopeValues(principal: Principal, scope: ModuleScope, columns: ScopeColumns): unknown[] {
  if (scope.all) return []
  return [
    ...(scope.deptIds.length > 0 && columns.dept ? [scope.deptIds] : []),
    ...(scope.jurisdictions.length > 0 && columns.jurisdiction ? [scope.jurisdictions] : []),
    ...(scope.self && columns.self ? [principal.userId] : []),
    ...(scope.linked && columns.company ? [idsOf(principal.links.companies)] : []),
    ...(scope.linked && columns.person ? [idsOf(principal.links.persons)] : []),
  ]
}

const ALL: ModuleScope = { all: true, deptIds: [], jurisdictions: [], self: false }

/** Where in a call's body ids of entities and the caller's own id stand. */
export interface RefPath {
  path: string[]
  entity: string | null
}

/** Finds every `ref` and `selfUserId` of a request schema; `*` stands for the items of a list. */
export function refPaths(schema: z.ZodType, path: string[] = []): RefPath[] {
  const meta = metaOf(schema)
  if (meta.ref) return [{ path, entity: meta.ref }]
  if (meta.self) return [{ path, entity: null }]
  const shape = shapeOf(schema)
  if (shape) return Object.entries(shape).flatMap(([key, field]) => refPaths(field, [...path, key]))
  const def = (schema as unknown as { _zod: { def: { type: string; element?: z.ZodType; innerType?: z.ZodType } } })._zod.def
  if (def.type === 'array' && def.element) return refPaths(def.element, [...path, '*'])
  return def.innerType ? refPaths(def.innerType, path) : []
}

/** Ids found at a path of a parsed body. */
export function idsAt(value: unknown, path: readonly string[]): string[] {
  if (value === null || value === undefined) return []
  const [head, ...rest] = path
  if (head === undefined) return typeof value === 'string' ? [value] : []
  if (head === '*') return Array.isArray(value) ? value.flatMap((v) => idsAt(v, rest)) : []
  return idsAt((value as Record<string, unknown>)[head], rest)
}

/** How many of each entity's ids of a body were found. */
export type CheckedRow = Record<`n${number}`, number>

/** The check of a body's ids, by itself or as a part of a statement that is sent anyway. */
export interface RefCheck {
  /** Throws "not there" for ids that do not exist or lie outside of the person's data scope. */
  alone(): Promise<void>
  /** The check as further columns of a `select` whose values so far are `used`: their text, their values, and whether a row of them passes. */
  from(used: number): { text: string; values: unknown[]; passes: (row: CheckedRow) => boolean }
}

/**
 * Checks every id of a body: it must exist and lie within the caller's data scope. One that does not
 * is answered as "not there", whichever of the two it is.
 */
export async function checkRefs(db: Db, principal: Principal, refs: readonly RefPath[], input: unknown): Promise<void> {
  await refCheck(db, principal, refs, input)?.alone()
}

/** The check of all ids that a body holds; null where it holds none. */
export function refCheck(db: Db, principal: Principal, refs: readonly RefPath[], input: unknown): RefCheck | null {
  const wanted = new Map<string, Set<string>>()
  for (const { path, entity } of refs) {
    if (!entity) continue
    for (const id of idsAt(input, path)) {
      const set = wanted.get(entity) ?? new Set<string>()
      set.add(id)
      wanted.set(entity, set)
    }
  }
  if (wanted.size === 0) return null
  const parts = [...wanted].map(([name, ids]) => {
    const entity = entities.get(name)
    if (!entity) throw new Error(`the contract refers to the entity ${name}, which no module defines`)
    return { statement: countStatement(db, principal, entity, [...ids]), size: ids.size }
  })
  const passes = (row: CheckedRow) => parts.every(({ size }, i) => row[`n${i}`] === size)
  const from = (used: number) => {
    const values: unknown[] = []
    const columns = parts.map(({ statement }, i) => {
      const before = used + values.length
      values.push(...statement.parameters)
      return `(${statement.sql.replace(/\$(\d+)/g, (_, n: string) => `$${before + Number(n)}`)})::int as n${i}`
    })
    return { text: columns.map((column) => `, ${column}`).join(''), values, passes }
  }
  return {
    from,
    async alone() {
      const { text, values } = from(0)
      const { rows } = await db.executeQuery<CheckedRow>(written(`select ${text.slice(2)}`, values))
      if (!passes(rows[0] ?? {})) throw refuse.notFound()
    },
  }
}

// The text of the check is the same for all people with the same kind of scope; only its values differ.
const statements = new WeakMap<Entity, Map<string, CompiledQuery<{ n: string }>>>()

function countStatement(db: Db, principal: Principal, entity: Entity, ids: string[]): CompiledQuery<{ n: string }> {
  const scope = entity.module ? moduleScopeOf(principal, entity.module) : ALL
  const columns = entity.scope ?? {}
  const kind = `${scope.all} ${scope.deptIds.length > 0} ${scope.jurisdictions.length > 0} ${scope.self} ${scope.linked === true}`
  const values = [ids, ...scopeValues(principal, scope, columns)]
  const known = statements.get(entity) ?? new Map<string, CompiledQuery<{ n: string }>>()
  statements.set(entity, known)
  const made = known.get(kind)
  const further = entity.rowFilter?.(principal, entity.table)
  if (made && !further) return { ...made, parameters: values }
  const compiled = sql<{ n: string }>`select count(*) as n from ${sql.table(entity.table)}
      where ${sql.ref(entity.idColumn)} = any(${ids}::bigint[])
        and ${scopeCondition(principal, scope, columns, entity.table)} ${further ? sql`and ${further}` : sql``} ${entity.deleted ? sql`and not (${entity.deleted})` : sql``}`.compile(db)
  // A condition with values of its own is made anew each time.
  if (!further && compiled.parameters.length === values.length) known.set(kind, compiled)
  return compiled
}

/** Entities that a call's body refers to; for the check at start and the generated tests. */
export const refsOfCall = (call: Call): RefPath[] => refPaths(call.request)
