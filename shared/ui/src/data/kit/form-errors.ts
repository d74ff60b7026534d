import type { FieldError } from '@assoc/contract'
import type { z } from 'zod'

/** Checks a form with the contract's own schema: the same sentences as the server's, before anything is sent. */
export function checkForm(schema: z.ZodType, values: unknown): FieldError[] {
  const result = schema.safeParse(values)
  if (result.success) return []
  return result.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }))
}

/** Name path of antd's form for a dotted path; indexes become numbers. */
export const namePathOf = (path: string): (string | number)[] => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** Text of a field's errors by its first name, for the summary; the first of each field. */
export function byField(errors: readonly FieldError[]): Map<string, string> {
  const map = new Map<string, string>()
  for (const error of errors) {
    const name = error.path.split('.')[0] ?? ''
    if (!map.has(name)) map.set(name, error.message)
  }
  return map
}
