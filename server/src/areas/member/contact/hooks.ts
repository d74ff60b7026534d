import type { Action } from '../../../platform/resource/definition'

// What other parts do when a contact leaves their company. They register here; the contacts know none of them.

export interface Left {
  contactId: string
  companyId: string
  mobile: string
}

type OnLeft = (action: Action, left: Left) => Promise<void>
const onLeft: OnLeft[] = []

/** Registers what follows in the transaction in which a contact leaves. */
export const onContactLeft = (follow: OnLeft): void => void onLeft.push(follow)

export async function emitContactLeft(action: Action, left: Left): Promise<void> {
  for (const follow of onLeft) await follow(action, left)
}
