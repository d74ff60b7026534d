import { questionFilterOf, type QuestionCondition } from '@assoc/contract/form/question-filter'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** What a value must be; null where any will do. */
function valueCondition(one: QuestionCondition): RawBuilder<SqlBool> | null {
  if (one.kind === 'choice') return sql<SqlBool>`v.choice = any(${one.values}::text[])`
  if (one.kind !== 'number' && one.kind !== 'day') return null
  const [column, type] = one.kind === 'number' ? [sql`v.number`, sql`numeric`] : [sql`v.day`, sql`date`]
  const bounds = [...(one.from ? [sql`${column} >= ${one.from}::${type}`] : []), ...(one.to ? [sql`${column} <= ${one.to}::${type}`] : [])]
  return sql<SqlBool>`(${sql.join(bounds, sql` and `)})`
}

/** Answers of the round that have such a value, found in its index alone. */
function answersWith(roundId: string, one: QuestionCondition): RawBuilder<unknown> {
  const value = valueCondition(one)
  const item = one.item === undefined ? sql`` : sql` and v.row_id = ${one.item}`
  return sql`select v.answer_id from form_value v where v.round_id = ${roundId}::bigint and v.question_key = ${one.key}${item}${value ? sql` and ${value}` : sql``}`
}

/** The condition of a filter by questions on answers that are called `t`; of those that are handed in, for of no others values are kept. */
export function answeredAs(text: string): RawBuilder<SqlBool> {
  const filter = questionFilterOf(text)
  if (!filter) return sql<SqlBool>`false`
  const { roundId, conditions } = filter
  return sql<SqlBool>`(t.round_id = ${roundId}::bigint and t.answer_status in ('submitted', 'certified') and ${sql.join(
    conditions.map((one) => (one.kind === 'empty' ? sql`not exists (${answersWith(roundId, one)} and v.answer_id = t.answer_id)` : sql`t.answer_id in (${answersWith(roundId, one)})`)),
    sql` and `,
  )})`
}
