import { separateFrom, separationSentence, WRITE, type Transition } from '@assoc/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ResourceOptions, Row } from './definition'

// A record with a step that is another person's (contract, `separate`) keeps in its column `acted_by` who has done what to it:
// `write:17` for everybody who ever created or changed its content, in the order of their last change, and `submit:17` for the
// last who carried out a step. The column is written by the very statement that writes content or status, and read with the row.

const ACTED_BY = Symbol('acted by')

/** A row with who has done what to it, beside its fields: it goes into no answer, log or file, but with every copy of the row. */
export const withActedBy = (row: Row, acted: unknown): Row => Object.assign(row, { [ACTED_BY]: acted })
/** Who has done what to a row that was read with it. */
export const actedBy = (row: Row): readonly (string | null)[] => (row as { [ACTED_BY]?: (string | null)[] })[ACTED_BY] ?? []

/** Nobody: what an automatic job carries out follows from what people approved, and is neither noted nor refused. */
const NOBODY = '0'

/** One action of one person, as `acted_by` keeps it. */
export const mark = (action: string, userId: string): string => `${action}:${userId}`

/** `acted_by` of a row that this person makes. */
export const firstWriter = (userId: string): string[] => (userId === NOBODY ? [] : [mark(WRITE, userId)])

/** `acted_by` with another change of the content by this person. */
export const withWriter = (userId: string): RawBuilder<string[]> =>
  userId === NOBODY ? sql<string[]>`acted_by` : sql<string[]>`array_append(array_remove(acted_by, ${mark(WRITE, userId)}::text), ${mark(WRITE, userId)}::text)`

/** One person, or a deputy with for whom they act. */
type Persons = string | readonly string[]
const marksOf = (action: string, persons: Persons): string[] => [persons].flat().map((userId) => mark(action, userId))
const isNobody = (persons: Persons): boolean => [persons].flat().includes(NOBODY)

/** `acted_by` with a step that these people carry out, in place of who did so last. */
export const withStep = (verb: string, persons: Persons): RawBuilder<string[]> =>
  isNobody(persons) ? sql<string[]>`acted_by` : sql<string[]>`array(select a from unnest(acted_by) a where not starts_with(a, ${mark(verb, '')}::text)) || ${marksOf(verb, persons)}::text[]`

type Authors = Pick<ResourceOptions, 'createdBy' | 'actedBy'>

/** `acted_by` of the table `t`, with who is noted as the maker of a row that was laid by a statement of its own, and with who stands elsewhere. */
export function actedByOf({ createdBy, actedBy: others }: Authors): RawBuilder<(string | null)[]> {
  const maker = createdBy ? sql` || array[${`${WRITE}:`}::text || ${sql.ref(`t.${createdBy}`)}]` : sql``
  return sql`(t.acted_by${maker}${others ? sql` || ${others}` : sql``})`
}

/** The row's own condition that these people may carry the step out, the last word whatever was read before; the table is called `t`. */
export const openTo = (step: Pick<Transition<string>, 'separate'>, persons: Persons, authors: Authors): RawBuilder<SqlBool> =>
  isNobody(persons) ? sql<SqlBool>`true` : sql<SqlBool>`not (${actedByOf(authors)} && ${separateFrom(step).flatMap((action) => marksOf(action, persons))}::text[])`

/** What one of these people has done to a record that keeps them from a step: `write` or a verb. */
const keptBy = (step: Pick<Transition<string>, 'separate'>, acted: readonly (string | null)[], persons: Persons): string | undefined =>
  isNobody(persons) ? undefined : separateFrom(step).find((action) => marksOf(action, persons).some((each) => acted.includes(each)))

/** Why a step is another person's; undefined when it is open to these. */
export function keptFrom(machine: { transitions: readonly Transition<string>[] }, step: Transition<string>, acted: readonly (string | null)[], persons: Persons): string | undefined {
  const done = keptBy(step, acted, persons)
  return done && separationSentence(machine, step, done)
}
