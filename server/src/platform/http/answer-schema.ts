import type { z } from 'zod'

/** What a quick check says of a value that it does not take, or cannot decide. */
const NOT_TAKEN = Symbol('not taken')

/** The value as it goes out: the very same where nothing is stripped. */
type Check = (value: unknown) => unknown

interface Def {
  type: string
  format?: string
  coerce?: boolean
  checks?: { _zod: { def: { check: string; format?: string; pattern?: RegExp; value?: number; inclusive?: boolean } } }[]
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  innerType?: z.ZodType
  entries?: Record<string, string | number>
  values?: unknown[]
}

const defOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Def } })._zod.def

/**
 * Makes the check of a call's answer. It takes what the schema takes and strips what the schema strips, but copies nothing where there is
 * nothing to strip: a page of rows costs a fifth of what parsing it would. What it does not know (unions, pipes, refinements) the schema
 * itself decides. Answers the data to send; throws the schema's own error for what the contract does not allow.
 */
export function answerCheck(schema: z.ZodType): (value: unknown) => unknown {
  const quick = checkOf(schema, new Map())
  return (value) => {
    const checked = quick(value)
    return checked === NOT_TAKEN ? schema.parse(value) : checked
  }
}

/** The check of a schema; `known` has those that are made, or being made, for a tree holds itself. */
function checkOf(schema: z.ZodType, known: Map<z.ZodType, Check>): Check {
  const made = known.get(schema)
  if (made) return made
  known.set(schema, (value) => (known.get(schema) as Check)(value))
  const check = makeCheck(schema, (inner) => checkOf(inner, known))
  known.set(schema, check)
  return check
}

function makeCheck(schema: z.ZodType, checkOf: (inner: z.ZodType) => Check): Check {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return objectCheck(def, checkOf) ?? bySchema(schema)
    case 'array':
      return (def.checks ?? []).length === 0 && def.element ? arrayCheck(checkOf(def.element)) : bySchema(schema)
    case 'string':
      return stringCheck(def) ?? bySchema(schema)
    case 'number':
      return numberCheck(def) ?? bySchema(schema)
    case 'boolean':
      return def.coerce ? bySchema(schema) : (value) => (typeof value === 'boolean' ? value : NOT_TAKEN)
    case 'null':
      return (value) => (value === null ? null : NOT_TAKEN)
    case 'enum': {
      const values = new Set<unknown>(Object.values(def.entries ?? {}))
      return (def.checks ?? []).length === 0 ? (value) => (values.has(value) ? value : NOT_TAKEN) : bySchema(schema)
    }
    case 'nullable':
    case 'optional': {
      if (!def.innerType || (def.checks ?? []).length > 0) return bySchema(schema)
      // Inside may stand what is put in for nothing.
      if (def.type === 'optional' && !NEVER_FROM_NOTHING.has(defOf(def.innerType).type)) return bySchema(schema)
      const inner = checkOf(def.innerType)
      return def.type === 'nullable' ? (value) => (value === null ? null : inner(value)) : (value) => (value === undefined ? undefined : inner(value))
    }
    default:
      return bySchema(schema)
  }
}

/** Kinds of schemas that make nothing of nothing. */
const NEVER_FROM_NOTHING: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'enum', 'null', 'nullable', 'object', 'array'])

const bySchema =
  (schema: z.ZodType): Check =>
  (value) => {
    const parsed = schema.safeParse(value)
    return parsed.success ? parsed.data : NOT_TAKEN
  }

function stringCheck({ format, coerce, checks = [] }: Def): Check | null {
  if (format || coerce || checks.length > 1) return null
  const only = checks[0]?._zod.def
  if (!only) return (value) => (typeof value === 'string' ? value : NOT_TAKEN)
  const { pattern } = only
  // A sticky or global expression remembers where it was.
  if (only.check !== 'string_format' || only.format !== 'regex' || !pattern || pattern.global || pattern.sticky) return null
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : NOT_TAKEN)
}

function numberCheck({ format, coerce, checks = [] }: Def): Check | null {
  if (coerce || (format && format !== 'safeint')) return null
  let [whole, least, most] = [format === 'safeint', -Infinity, Infinity]
  for (const { _zod } of checks) {
    const { check, format: of, value, inclusive } = _zod.def
    if (check === 'number_format' && of === 'safeint') whole = true
    else if (check === 'greater_than' && inclusive && typeof value === 'number') least = Math.max(least, value)
    else if (check === 'less_than' && inclusive && typeof value === 'number') most = Math.min(most, value)
    else return null
  }
  const known = whole ? Number.isSafeInteger : Number.isFinite
  return (value) => (known(value) && (value as number) >= least && (value as number) <= most ? value : NOT_TAKEN)
}

function arrayCheck(item: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return NOT_TAKEN
    let copy: unknown[] | null = null
    for (let i = 0; i < value.length; i += 1) {
      const checked = item(value[i])
      if (checked === NOT_TAKEN) return NOT_TAKEN
      if (copy) copy.push(checked)
      else if (checked !== value[i]) copy = [...(value.slice(0, i) as unknown[]), checked]
    }
    return copy ?? value
  }
}

function objectCheck({ shape, catchall, checks = [] }: Def, checkOf: (inner: z.ZodType) => Check): Check | null {
  if (!shape || catchall || checks.length > 0) return null
  const keys = Object.keys(shape)
  const inner = Object.values(shape).map((field) => checkOf(field))
  const mayLack = Object.values(shape).map((field) => defOf(field).type === 'optional')
  return (value) => {
    // Rows are plain objects; what says by itself how it is written is left to the schema.
    if (typeof value !== 'object' || value === null || !isPlain(value)) return NOT_TAKEN
    const given = value as Record<string, unknown>
    let [known, same] = [0, true]
    const checked: unknown[] = []
    for (let i = 0; i < keys.length; i += 1) {
      const field = given[keys[i] as string]
      // Whether it may be missing is not only the field's to say.
      if (field === undefined && !mayLack[i]) return NOT_TAKEN
      const out = (inner[i] as Check)(field)
      if (out === NOT_TAKEN) return NOT_TAKEN
      checked.push(out)
      if (out !== field) same = false
      if (field !== undefined) known += 1
    }
    if (same && countOf(given) === known) return value
    const copy: Record<string, unknown> = {}
    for (let i = 0; i < keys.length; i += 1) if (checked[i] !== undefined) copy[keys[i] as string] = checked[i]
    return copy
  }
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Fields of an object that have a value; JSON writes no others. */
function countOf(value: Record<string, unknown>): number {
  let count = 0
  for (const key in value) if (value[key] !== undefined) count += 1
  return count
}
