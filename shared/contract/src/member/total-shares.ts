import { z } from 'zod'
import { withMeta } from '../core/fields'

/** Ten-thousands of shares with up to four decimals, as text so that no digit is lost. */
export const totalShares = withMeta(z.string().trim().regex(/^\d{1,12}(\.\d{1,4})?$/, '总股本须为不超过 4 位小数的数字'), { label: '总股本（万股）', decimal: true })
