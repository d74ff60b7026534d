import type { Action } from '../../../platform/resource/definition'
import { keyOfAnswer } from './repository'

type Certified = (action: Action, answerId: string) => Promise<void>
const hooks = new Map<string, Certified>()

/** Called in the transaction in which an answer of the form of this key is certified; what it refuses is not certified. */
export const onCertified = (key: string, hook: Certified): void => void hooks.set(key, hook)

/** Tells the area of a form that an answer to it is certified. */
export async function tellCertified(action: Action, answerId: string): Promise<void> {
  if (hooks.size === 0) return
  const key = await keyOfAnswer(action.db, answerId)
  if (key !== null) await hooks.get(key)?.(action, answerId)
}
