import { DeliveryFailed, DeliveryRefused, DeliveryUnknown, ProviderUnavailable } from '../mail/delivery'

/** What a provider's code means; patterns are looked at in this order. */
export interface Meanings {
  /** The number itself is refused for good. */
  addressee: RegExp
  /** This message is refused for good: its text, or what stands in its places. */
  refused: RegExp
  /** This number has had its share for now; others have not. */
  later: RegExp
  /** The provider failed within itself and does not say whether it took the message. */
  unknown: RegExp
}

/** The error that an answer with a code means. What is not known meets everybody: our account, our signature, our template, our rate. */
export function errorOf(meanings: Meanings, code: string, message: string): DeliveryFailed {
  const told = `${message || '服务商没有接受'}（${code}）`
  if (meanings.addressee.test(code)) return new DeliveryRefused(told, code, true)
  if (meanings.refused.test(code)) return new DeliveryRefused(told, code)
  if (meanings.later.test(code)) return new DeliveryFailed(told, code)
  if (meanings.unknown.test(code)) return new DeliveryUnknown(told, code)
  return new ProviderUnavailable(told, code)
}
