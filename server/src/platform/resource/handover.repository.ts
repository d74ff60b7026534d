import { viewLink } from '@assoc/contract'
import { sql } from 'kysely'
import { holdersOf } from '../access/load-principal'
import type { Db } from '../database/database'
import { defineHandover, defineWaitingDecisions, NAMED, type HandoverPerson } from '../handover/handover'
import { viewOf, type ResourceRuntime, type OpenRows, type ResourceTodo } from './definition'

// What of a resource is open and bears a person goes to the successor of whoever leaves. What is settled stays with who did it.

/** Hands the open rows of a resource over. The version stays: nobody edits whom a row belongs to, so no editor has an old value of it. */
export function handOverRows(m: ResourceRuntime, { label, order, open, view, owners, deciders = {}, name }: OpenRows): void {
  const { table, createdBy, deleted } = m.options
  const { status } = m.contract.definition
  const number = m.options.keyword?.number?.column ?? m.idColumn
  const columns = owners ?? (createdBy ? [createdBy] : [])
  if (!status || columns.length === 0) throw new Error(`${table} has no status or nobody to hand over from`)
  const called = (name ? m.options.computed?.[name] : undefined) ?? sql<string>`${sql.ref(`t.${name ? m.columnOf(name) : number}`)}::text`
  const list = viewOf(m, view)
  const standing = sql`${sql.ref(`t.${m.columnOf(status.field)}`)} = any(${[...open]}::text[]) and ${deleted ? sql`not (${deleted})` : sql`true`}`
  const of = ({ userId }: HandoverPerson) => sql`${standing} and ${userId}::bigint in (${sql.join(columns.map((c) => sql.ref(`t.${c}`)))})`
  defineHandover({
    key: m.entity.name,
    label,
    order,
    tables: [table],
    link: viewLink(list),
    async kept(db, person) {
      const { rows } = await sql<{ name: string; total: number }>`select ${called} as name, count(*) over ()::int as total from ${sql.table(table)} t where ${of(person)}
        order by ${sql.ref(`t.${m.idColumn}`)} limit ${NAMED}`.execute(db)
      return { count: rows[0]?.total ?? 0, names: rows.map((r) => r.name) }
    },
    async blocked(db, person, successor) {
      const found = await Promise.all(
        Object.entries(deciders).map(async ([column, reason = '']) => {
          const { rows } = await sql<{ id: string; name: string }>`select ${sql.ref(`t.${m.idColumn}`)}::text as id, ${called} as name from ${sql.table(table)} t where ${of(person)} and ${sql.ref(`t.${column}`)} = ${successor.userId}::bigint
            order by ${sql.ref(`t.${m.idColumn}`)}`.execute(db)
          return rows.map((row) => ({ name: row.name, reason, link: viewLink(list, { record: row.id }) }))
        }),
      )
      return found.flat()
    },
    async give(db, person, successor, note) {
      const set = sql.join(columns.map((c) => sql`${sql.ref(c)} = case when ${sql.ref(`t.${c}`)} = ${person.userId}::bigint then ${successor.userId}::bigint else ${sql.ref(`t.${c}`)} end`))
      const { rows } = await sql<{ id: string }>`update ${sql.table(table)} t set ${set} where ${of(person)} returning ${sql.ref(`t.${m.idColumn}`)}::text as id`.execute(db)
      for (const { id } of rows) note(m.entity.name, id)
      return rows.length
    },
  })
}

/** Rows of a resource that wait for whoever holds a permit: the last one who holds it must not leave while there are any. */
export function waitingTodos(m: ResourceRuntime, todos: readonly ResourceTodo[]): void {
  const { table, deleted } = m.options
  const field = m.contract.definition.status?.field ?? ''
  for (const { label, status, permit, view } of todos) {
    defineWaitingDecisions({
      key: `${m.entity.name} ${status} ${permit}`,
      label,
      link: viewLink(viewOf(m, view), { [field]: status }),
      async of(db: Db, userId) {
        const holders = await holdersOf(db, permit)
        if (!holders.includes(userId)) return undefined
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(m.columnOf(field))} = ${status} and ${deleted ? sql`not (${deleted})` : sql`true`}`.execute(db)
        return { count: rows[0]?.n ?? 0, others: holders.length - 1 }
      },
    })
  }
}
