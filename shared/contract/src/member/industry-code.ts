import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { withoutEnd } from '../core/characters'
import { choice, choiceField } from '../core/fields'

export const industryScheme = choice('分类体系', { capco: '中上协行业统计分类', sw2021: '申万2021', csrc2012: '证监会2012（历史）' })

/** What a code of a scheme looks like: sections A to S with two digits below, or six digits. */
export const CODE_OF_SCHEME: Record<keyof typeof industryScheme.labels, { pattern: RegExp; message: string }> = {
  capco: { pattern: /^[A-S](\d{2})?$/, message: '行业代码形如 C 或 C39' },
  csrc2012: { pattern: /^[A-S](\d{2})?$/, message: '行业代码形如 C 或 C39' },
  sw2021: { pattern: /^\d{6}$/, message: '申万行业代码须为 6 位数字' },
}

/** What all codes below an industry begin with, its own too: C for C39, 27 for 270000 and 270104. */
export const stemOfIndustry = (industryCode: string): string => withoutEnd(industryCode, '00')

/** The code of the industry right above one; null for those at the top: C for C39, 270100 for 270104, 270000 for 270100. */
export function parentOfIndustry(industryCode: string): string | null {
  if (!/^\d/.test(industryCode)) return industryCode.length > 1 ? industryCode.charAt(0) : null
  const stem = stemOfIndustry(industryCode)
  return stem.length > 2 ? stem.slice(0, -2).padEnd(6, '0') : null
}

/** All industries of a classification by their codes, sections before their classes: for forms that pick one. */
export const selectIndustries = call({
  path: '/member/industry/selectIndustries',
  title: '查询行业选项',
  access: signedIn,
  request: body({ scheme: choiceField(industryScheme) }),
  response: z.array(z.object({ industryCode: z.string(), industryName: z.string() })),
})
