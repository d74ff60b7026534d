import { type ConsoleLink, viewLink } from '@assoc/contract'
import type { Audience, Channel, Chosen } from './compose-values'

// Every list that offers to write loads this, and nothing of the form that is written in.

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

/** What was chosen under the key of an address; null when that is gone. */
export function takeArriving(key: string): Omit<Arriving, 'key'> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Arriving | null
    return kept?.key === key ? kept : null
  } catch {
    return null
  }
}
