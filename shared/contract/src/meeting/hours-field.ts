import { z } from 'zod'
import { withMeta } from '../core/fields'

/** Hours of training in halves; 0 where there are none to be had. One of them is 45 minutes. */
export const hoursField = (label: string, min = 0, max = 40) =>
  withMeta(
    z
      .number({ error: `请填写${label}` })
      .min(min, `${label}不能小于 ${min}`)
      .max(max, `${label}不能大于 ${max}`)
      .refine((hours) => Number.isInteger(hours * 2), `${label}须为 0.5 的倍数`),
    { label },
  )
