import { type ConsoleLink, viewLink } from '@assoc/contract'
import type { Channel, Chosen } from './compose-values'

const KEPT = 'member.chosen'
const WRITE = { sms: 'member/WriteText', mail: 'member/WriteEmail' } as const

/** Keeps who was chosen for the page that writes to them, in this browser tab alone; answers the page's address. */
export function keepChosen(channel: Channel, chosen: Chosen): ConsoleLink {
  const key = Date.now().toString(36)
  sessionStorage.setItem(KEPT, JSON.stringify({ key, chosen }))
  return viewLink(WRITE[channel], { chosen: key })
}

/** Who was chosen under the key of an address; null when that is gone. */
export function takeChosen(key: string): Chosen | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as { key: string; chosen: Chosen } | null
    return kept?.key === key ? kept.chosen : null
  } catch {
    return null
  }
}
