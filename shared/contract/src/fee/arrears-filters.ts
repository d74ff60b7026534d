import { z } from 'zod'
import { choice, choiceField, withMeta } from '../core/fields'

export const inArrears = choice('是否欠费', { yes: '欠费', no: '不欠费' })

/** Filters of what a company's membership owes: unpaid bills whose last day has passed, at all or of one year. */
export const arrearsFilters = {
  inArrears: choiceField(inArrears).optional(),
  feeYear: withMeta(z.coerce.number().int().min(2000).max(2100), { label: '欠费年度' }).optional(),
}
