import { IN_TEXT } from '../../../platform/personal/register'
import type { Audience } from '../message/audience.repository'

/** An audience as it is kept, without typed numbers of people who have been erased: nothing can be sent to what stands in their place. */
export const withoutErased = (kept: unknown): Audience => {
  const audience = kept as Audience
  return { ...audience, extra: audience.extra.filter((typed) => !typed.includes(IN_TEXT)) }
}
