import { choice } from '../core/fields'
import { jurisdiction } from '../member/jurisdiction'

// By which marks of its respondents a round is looked at. Accounts have neither mark.

/** Jurisdiction of a respondent's company. */
export const respondentArea = choice('辖区', { ...jurisdiction.labels, none: '无辖区' })

/** Size of a company by its registered total shares. */
export const companySize = choice('公司规模', { small: '总股本不足 1 亿股', medium: '1 亿至 5 亿股', large: '5 亿至 20 亿股', giant: '20 亿股以上', unknown: '总股本未登记', none: '个人账号' })
/** From how many shares on a company is of this size, in 万股; below the first it is small. */
export const SIZE_FROM = { medium: 10_000, large: 50_000, giant: 200_000 } as const
