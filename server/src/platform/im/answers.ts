import { DeliveryFailed, DeliveryRefused, DeliveryUnknown, ProviderUnavailable } from '../mail/delivery'
import { textOf } from '../connectors/exchange'
import { TokenEnded } from './app-token'

/** What the codes of a messenger mean; what is not listed means everybody: our application, its rights, its rate. */
export interface ImMeanings {
  /** The token that we call with is too old or was replaced. */
  token: ReadonlySet<string>
  /** Nothing can be sent to this person for good: left, not within what the application may see. */
  addressee: ReadonlySet<string>
  /** What came back from the sign-in is no code, or one that was used. */
  signIn: ReadonlySet<string>
}

/** The code that a sign-in came back with is none, old or used: the person begins anew. */
export class SignInRefused extends DeliveryFailed {}

/** The error of an answer with a code. */
export function imError(label: string, meanings: ImMeanings, status: number, code: string, message: unknown): DeliveryFailed {
  const told = `${label}：${textOf(message) || '没有接受'}（${code || `HTTP ${status}`}）`
  if (meanings.token.has(code)) return new TokenEnded(told, code)
  if (meanings.addressee.has(code)) return new DeliveryRefused(told, code, true)
  if (meanings.signIn.has(code)) return new SignInRefused(told, code)
  return status >= 500 && status !== 503 ? new DeliveryUnknown(told, code) : new ProviderUnavailable(told, code)
}
