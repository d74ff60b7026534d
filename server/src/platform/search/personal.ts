import type { Principal } from '../access/principal'
import { countTry } from '../auth/throttle'
import type { Db } from '../database/database'

/** Kinds of personal numbers by which people are found, each by its whole alone. A `contact` is a mobile number or an address of a mailbox; an ID number is compared by its blind index. */
export type SearchedNumber = 'mobile' | 'email' | 'contact' | 'idCard'

const WHOLE: Record<SearchedNumber, RegExp> = { mobile: /^1\d{10}$/, email: /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/, contact: /^(1\d{10}|[^@\s]+@[^@\s.]+(\.[^@\s.]+)+)$/, idCard: /^\d{17}[\dx]$/ }

/** Whether a looked up number is an ID number, which stands in the database by its blind index alone. */
export const isIdNumber = (whole: string): boolean => WHOLE.idCard.test(whole)

/** Looks for a number that a person takes in an hour. */
export const LOOKS = { max: 60, windowSeconds: 3600 }
const tooMany = (seconds: number) => `按完整手机号码或邮箱查找的次数过多，每小时最多 ${LOOKS.max} 次，请在 ${Math.ceil(seconds / 60)} 分钟后重试`

/**
 * The keyword as a complete number or address of one of these kinds, as it is stored; null when it is none. A list that answers
 * also to a part of a number tells it to whoever asks often enough, however well it is masked: that is why no part finds any.
 */
export function wholeNumber(keyword: string | null | undefined, kinds: readonly SearchedNumber[]): string | null {
  const text = (keyword ?? '').normalize('NFKC').trim().toLowerCase()
  const bare = text.includes('@') ? text : text.replace(/[\s-]/g, '').replace(/^\+?86(?=1\d{10}$)/, '')
  return kinds.some((kind) => WHOLE[kind].test(bare)) ? bare : null
}

/**
 * The complete number that a keyword is, counted as one look of this person; null when it is none. Refuses beyond LOOKS an hour.
 * Counted apart from the call, so that also looks count whose call is refused. Answers alone, for lists that search by hand.
 */
export async function lookedUp({ db }: { db: Db }, principal: Principal, keyword: string | null | undefined, kinds: readonly SearchedNumber[]): Promise<string | null> {
  const whole = wholeNumber(keyword, kinds)
  if (whole !== null) await countTry(db, `look:${principal.userId}`, LOOKS, tooMany)
  return whole
}
