import { type ConsoleLink, viewLink } from '@assoc/contract'
import { fieldsOfAudience, type Audience, type Channel, type Chosen, type Values } from './compose-values'

const KEPT = 'member.chosen'
const WRITE = { sms: 'member/WriteText', mail: 'member/WriteEmail' } as const

interface Arriving {
  key: string
  chosen?: Chosen
  audience?: Audience
}

function keep(channel: Channel, arriving: Omit<Arriving, 'key'>): ConsoleLink {
  const key = Date.now().toString(36)
  sessionStorage.setItem(KEPT, JSON.stringify({ key, ...arriving } satisfies Arriving))
  return viewLink(WRITE[channel], { chosen: key })
}

/** Keeps who was chosen for the page that writes to them, in this browser tab alone; answers the page's address. */
export const keepChosen = (channel: Channel, chosen: Chosen): ConsoleLink => keep(channel, { chosen })
/** The same with a whole audience. */
export const keepAudience = (channel: Channel, audience: Audience): ConsoleLink => keep(channel, { audience })

/** What of the form was chosen under the key of an address; null when that is gone. */
export function takeArriving(channel: Channel, key: string): Partial<Values> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Arriving | null
    if (kept?.key !== key) return null
    return kept.audience ? fieldsOfAudience(channel, kept.audience) : kept.chosen ? { byMarks: false, chosen: kept.chosen } : null
  } catch {
    return null
  }
}
