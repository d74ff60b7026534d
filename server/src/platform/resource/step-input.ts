import { settled, type Transition } from '@assoc/contract'
import { sentenceOf } from '@assoc/contract/core/sentences'
import { inputSchema } from '@assoc/contract/core/step-input'
import type { z } from 'zod'
import { refuse } from '../errors'
import type { ResourceRuntime, Row } from './definition'

/**
 * What a step was given, checked by its own schema: `all` of it, and the `fields` of the record among it. A field of the record that was
 * not sent counts as it is stored, so that a step on many rows, or one that follows from another action, needs what is missing alone.
 */
export function stepInput(m: ResourceRuntime, row: Row, { input, label }: Transition<string>, sent: Row): { all: Row; fields: Row } {
  const extra = Object.keys(sent).filter((name) => !input || !(name in input))
  if (extra.length > 0) throw refuse.input(extra.map((name) => ({ path: `input.${name}`, message: `“${label}”不需要这一项` })))
  if (!input) return { all: {}, fields: {} }
  const own = Object.keys(input).filter((name) => name in m.contract.definition.fields)
  const stored = Object.fromEntries(own.flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, row[name]]])))
  const values = settled(input, { ...stored, ...sent })
  const schema = inputSchema(input)
  const parsed = schema.safeParse(values)
  if (!parsed.success) throw refuse.input(parsed.error.issues.map((issue) => ({ path: ['input', ...issue.path].join('.'), message: sentenceOf(schema, issue) })))
  const all = parsed.data as Row
  return { all, fields: Object.fromEntries(own.filter((name) => name in sent).map((name) => [name, all[name] ?? null])) }
}

/** What a step was given, by the fields that it asks for: the step's own check has been made. */
export const givenTo = <T extends Readonly<Record<string, z.ZodType>>>(_input: T, given: Row) => given as { [P in keyof T]: z.output<T[P]> }
