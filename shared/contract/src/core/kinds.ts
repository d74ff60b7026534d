import { z } from 'zod'
import { isOneLine, isPlainText } from './characters'
import { asksFor } from './conditions'
import { withMeta, type LinesRule } from './fields'

const MINUTES = 60

/** Clock time `HH:mm` in Asia/Shanghai at every `step` minutes of the hour; a step divides the hour. */
export function time(label: string, step = 1) {
  const example = step === 30 ? '整点或半点' : step > 1 ? `每 ${step} 分钟一档的时刻` : '时刻'
  const onStep = (clock: string) => Number(clock.slice(3)) % step === 0
  if (MINUTES % step !== 0) throw new Error(`${label}: ${step} minutes do not divide an hour`)
  return withMeta(
    z.string({ error: `请填写${label}` }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, `${label}须为${example}，例如 08:30`).refine(onStep, `${label}须为${example}，例如 08:30`),
    { label, show: 'time', step },
  )
}

/** An address in one line, region first; it may be left out, and an empty one becomes null. The form offers the regions of the country. */
export const address = (label: string, max: number) =>
  withMeta(
    z.string().trim().max(max, `${label}不能超过 ${max} 个字`).refine(isPlainText, `${label}含有不可见的控制字符`).refine(isOneLine, `${label}不能换行`).transform((v) => (v === '' ? null : v)).nullish(),
    { label, show: 'address' },
  )

/**
 * Rows of a record's own that are typed in its form: each of them a few fields with rules of their own (`asksFor`). `least` and `max`
 * bound their number; of the columns named by `sum` the form shows the total. The record keeps them as JSON.
 */
export function lines<S extends z.core.$ZodShape>(label: string, shape: S, { least = 0, max = 100, sum = [] }: Partial<LinesRule> = {}) {
  return withMeta(z.array(asksFor(z.strictObject(shape))).min(least, `${label}至少 ${least} 行`).max(max, `${label}最多 ${max} 行`), { label, lines: { least, max, sum } })
}
