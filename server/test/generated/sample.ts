import { metaOf, type Call } from '@assoc/contract'
import { creditCodeCheckDigit } from '@assoc/contract/rules/identifiers'
import type { z } from 'zod'
import { OVERRIDES } from './overrides'

/** Where ids of a sample come from. */
export interface Ids {
  /** An id of the entity; `place` is the dotted path of the field. */
  ref(entity: string, place: string): string
  self: string
}

interface Def {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  getter?: () => z.ZodType
  options?: z.ZodType[]
  values?: unknown[]
  entries?: Record<string, string>
  items?: z.ZodType[]
  valueType?: z.ZodType
}

const defOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Def } })._zod.def

const CREDIT_CODE = `91310000MA1FL0000${creditCodeCheckDigit('91310000MA1FL0000')}`

// One of these fits every text and number that the contract has; a field that none fits gets an override.
const TEXTS = [
  '测试文字', '1', '123456', '13900000001', 'a@example.com', 'abcde', '2026-01-31', '2026-01-31T01:00:00Z', '09:00', 'KJ', 'appearance', 'x/Abc', 'post',
  '600000', 'C39', '0101234567', CREDIT_CODE, 'rbac', 'Correct-Horse-27', '/abc/def', 'rbac/UserList', 'rbac:user:read', '2026', '', 'a',
]
/** Names of a place, indexes included: deeper than any body, and trees of answers end there. */
const MAX_DEPTH = 9
const NUMBERS = [1, 0, 20, 2, 100, 2026]

const firstThatFits = (schema: z.ZodType, candidates: readonly unknown[]): unknown => candidates.find((c) => schema.safeParse(c).success)

/** A value that the schema accepts; undefined where none was found. Optional fields are filled in, so that each is there to be tested. */
export function sample(schema: z.ZodType, ids: Ids, place = ''): unknown {
  const meta = metaOf(schema)
  const def = defOf(schema)
  // A tree ends somewhere.
  if (place.split('.').length > MAX_DEPTH) return undefined
  if (def.type !== 'array') {
    if (meta.ref) return ids.ref(meta.ref, place)
    if (meta.self) return ids.self
  }
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape ?? {}).map(([key, field]) => [key, sample(field, ids, place ? `${place}.${key}` : key)] as const)
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
    }
    case 'array': {
      const item = def.element && sample(def.element, ids, `${place}.0`)
      return item === undefined || !schema.safeParse([item]).success ? [] : [item]
    }
    case 'record':
      return {}
    case 'enum':
      return Object.values(def.entries ?? {})[0]
    case 'literal':
      return def.values?.[0]
    case 'boolean':
      return true
    case 'number':
    case 'int':
      return firstThatFits(schema, NUMBERS)
    case 'string':
      return firstThatFits(schema, TEXTS)
    case 'union':
      return sample(def.options?.[0] as z.ZodType, ids, place)
    case 'lazy':
      return sample(def.getter?.() as z.ZodType, ids, place)
    case 'any':
    case 'unknown':
      return 'x'
    default: {
      // Wrappers and pipes: what is inside may be refined outside, so the outer schema checks.
      const inner = def.innerType ?? def.in
      const value = inner && sample(inner, ids, place)
      if (value !== undefined && schema.safeParse(value).success) return value
      return firstThatFits(schema, [...TEXTS, ...NUMBERS, true])
    }
  }
}

/** A body that the call's schema accepts; refinements over several fields are met by overrides.ts. */
export function bodyOf(call: Call, ids: Ids): Record<string, unknown> {
  const made = sample(call.request, ids) as Record<string, unknown>
  return { ...made, ...OVERRIDES[call.path] }
}

/** Every field of a value by its path, lists by their first item; the empty path is left out. */
export function places(value: unknown, path: string[] = []): string[][] {
  const own = path.length > 0 ? [path] : []
  if (Array.isArray(value)) return value.length > 0 ? [...own, ...places(value[0], [...path, '0'])] : own
  if (typeof value !== 'object' || value === null) return own
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))]
}

/** What stands at a path of a value. */
export const at = (value: unknown, path: readonly string[]): unknown => path.reduce<unknown>((v, key) => (v as Record<string, unknown> | undefined)?.[key], value)

/** A copy of the value with another one at the path. */
export function withAt(value: unknown, path: readonly string[], replacement: unknown): unknown {
  const [head, ...rest] = path
  if (head === undefined) return replacement
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === head ? withAt(item, rest, replacement) : item))
  return { ...(value as object), [head]: withAt((value as Record<string, unknown>)[head], rest, replacement) }
}
