import { sql } from 'kysely'
import type { Db } from '../src/platform/database/database'

// What somebody tries who holds a dump of the whole database, and knows by heart in which order people have taken part.

export interface DumpedRow {
  table: string
  xmin: number
  /** Where the row stands in its table. */
  place: number
  row: Record<string, unknown>
}

/** All rows of all tables, the queue's among them, with what PostgreSQL knows of each. */
export async function dumpOf(db: Db): Promise<DumpedRow[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`select table_schema::text as schema, table_name::text as name from information_schema.tables where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(db)
  const found: DumpedRow[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ xmin: string; ctid: string; row: Record<string, unknown> }>`select t.xmin::text as xmin, t.ctid::text as ctid, row_to_json(t) as row from ${sql.table(`${schema}.${name}`)} t`.execute(db)
    for (const { xmin, ctid, row } of rows) {
      const [page = 0, line = 0] = (ctid.match(/\d+/g) ?? []).map(Number)
      found.push({ table: name, xmin: Number(xmin), place: page * 10_000 + line, row })
    }
  }
  return found
}

export interface Person {
  userId: string
  taskId: string
}

export interface Answered {
  id: string
  /** What tells this answer from the others, for the check of the guesses alone. */
  mark: string
  xmin: number
  place: number
  time: string
}

type Guess = Map<string, string>
const inOrder = (people: readonly Person[], answers: readonly Answered[]): Guess => new Map(people.flatMap((person, i) => (answers[i] ? [[person.userId, answers[i].mark]] : [])))
const field = ({ row }: DumpedRow, name: string): string => String(row[name])
const by = <T>(list: readonly T[], of: (one: T) => number | string): T[] => [...list].sort((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0))

/** Guesses of who gave which answer, each by another trace; `order` is the order in which people took part. */
export function guesses(dump: readonly DumpedRow[], order: readonly Person[], answers: readonly Answered[]): Record<string, Guess> {
  const marks = new Map(dump.filter(({ table }) => table === 'form_answer').map((one) => [field(one, 'task_id'), one]))
  const mark = ({ taskId }: Person) => marks.get(taskId)
  const names = (row: DumpedRow, { userId, taskId }: Person) => Object.entries(row.row).some(([column, value]) => (/user|create_by|submit_by/.test(column) && String(value) === userId) || (/task_id|record_id/.test(column) && String(value) === taskId))
  const bySameTransaction: Guess = new Map(
    order.flatMap((person) => {
      const own = new Set(dump.filter((row) => names(row, person)).map((row) => row.xmin))
      const same = answers.filter((one) => own.has(one.xmin))
      return same.length === 1 && same[0] ? [[person.userId, same[0].mark] as const] : []
    }),
  )
  const values = by(dump.filter(({ table }) => table === 'form_anonymous_value'), (one) => one.place)
  const byValues = [...new Set(values.map((one) => field(one, 'anonymous_id')))].flatMap((id) => answers.find((one) => one.id === id) ?? [])
  return {
    'rows of the same transaction': bySameTransaction,
    'order of taking part and place': inOrder(order, by(answers, (one) => one.place)),
    'order of taking part and transaction': inOrder(order, by(answers, (one) => one.xmin * 1e6 + one.place)),
    'order of taking part and id': inOrder(order, by(answers, (one) => one.id)),
    'order of taking part and time': inOrder(order, by(answers, (one) => one.time)),
    'order of taking part and place of what is counted': inOrder(order, byValues),
    'place of the mark and place': inOrder(by(order, (one) => mark(one)?.place ?? 0), by(answers, (one) => one.place)),
    'transaction of the mark and transaction': inOrder(by(order, (one) => (mark(one)?.xmin ?? 0) * 1e6 + (mark(one)?.place ?? 0)), by(answers, (one) => one.xmin * 1e6 + one.place)),
    'number of the task and place': inOrder(by(order, (one) => Number(one.taskId)), by(answers, (one) => one.place)),
  }
}

/** How many of a guess are right. */
export const right = (guess: Guess, truth: ReadonlyMap<string, string>): number => [...guess].filter(([userId, mark]) => truth.get(userId) === mark).length
