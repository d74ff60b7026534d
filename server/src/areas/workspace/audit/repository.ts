import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { peopleCalled } from '../../../platform/identity/people'
import { moduleWords, recordWords, stepWords, titlesOfPath, verbWords } from './format'

export interface ChangeRow {
  audit_id: string
  record_type: string | null
  before: unknown
  after: unknown
}

// The log is called `t` in what follows.

const inWords = (column: 'record_type' | 'verb' | 'module', words: object): RawBuilder<string | null> =>
  sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${sql.ref(`t.${column}`)}, ${sql.ref(`t.${column}`)})`
const verbInWords: RawBuilder<string | null> = sql`coalesce(${JSON.stringify(stepWords)}::jsonb ->> (t.record_type || '.' || t.verb), ${inWords('verb', verbWords)})`

/** Columns that readers see in words. A reason may hold what was typed, so mobile numbers and mail addresses in it are masked. */
export const computed: Record<string, RawBuilder<unknown>> = {
  module: inWords('module', moduleWords),
  recordType: inWords('record_type', recordWords),
  verb: verbInWords,
  // Filled in for a page of rows at once.
  recordName: sql`null::text`,
  result: sql`case when t.code = '000000' then 'ok' else 'failed' end`,
  reason: sql`regexp_replace(regexp_replace(t.reason, '(^|[^0-9])(1[3-9][0-9])[0-9]{4}([0-9]{4})(?![0-9])', '\\1\\2****\\3', 'g'), '([[:alnum:]_.+-])[[:alnum:]_.+-]*@', '\\1***@', 'g')`,
  version: sql`1`,
}

/** The distinct values of a column, one index look-up each. */
const distinct = (column: 'title' | 'record_type' | 'verb' | 'module') => sql`
  with recursive d as (
    (select ${sql.ref(column)} as v from audit_log where ${sql.ref(column)} is not null order by ${sql.ref(column)} limit 1)
    union all
    select (select a.v from (select ${sql.ref(column)} as v from audit_log where ${sql.ref(column)} > d.v order by ${sql.ref(column)} limit 1) a) from d where d.v is not null
  )`

/** Actions whose name holds the text, or whose path does where it is a path. */
export const titled = (text: string): RawBuilder<SqlBool> =>
  sql`t.title = any(array(${distinct('title')} select v from d where v ilike ${contains(text.trim())} or v = any(${titlesOfPath(text.trim())}::text[])))`

export const byPerson = (keyword: string): RawBuilder<SqlBool> => sql`t.user_id = any(${peopleCalled(keyword)})`

export const withResult = (result: string): RawBuilder<SqlBool> => (result === 'ok' ? sql`t.code = '000000'` : sql`t.code <> '000000'`)

// The index of refusals holds no successes.
export const withCode = (code: string): RawBuilder<SqlBool> => (code === '000000' ? sql`t.code = '000000'` : sql`(t.code = ${code} and t.code <> '000000')`)

export const ofRecord = (id: string): RawBuilder<SqlBool> => sql`t.record_id = ${id}::bigint`

export async function distinctValues(db: Db, column: 'record_type' | 'verb' | 'module'): Promise<string[]> {
  const { rows } = await sql<{ v: string }>`${distinct(column)} select v from d where v is not null order by v`.execute(db)
  return rows.map((r) => r.v)
}

/** What entries hold of their change. */
export const changesOf = (db: Db, auditIds: readonly string[]) =>
  sql<ChangeRow>`select audit_id, record_type, before, after from audit_log where audit_id = any(${[...auditIds]}::bigint[])`.execute(db).then((r) => r.rows)
