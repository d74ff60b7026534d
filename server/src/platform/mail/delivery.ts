/** A message did not get through; it may be tried again. `code` is what the other side answered: `550 5.1.1`, `ECONNECTION`. */
export class DeliveryFailed extends Error {
  constructor(
    message: string,
    readonly code: string | null = null,
  ) {
    super(message)
  }
}

/**
 * Nothing gets through at this moment, whoever it is for: the server is away, does not let us sign in, or does not take our sender.
 * The addressee has nothing to do with it; what waits is tried later.
 */
export class ProviderUnavailable extends DeliveryFailed {}

/** The other side has said no to this message for good. Trying again would only be refused again. */
export class DeliveryRefused extends DeliveryFailed {
  constructor(
    message: string,
    code: string | null = null,
    /** It was the addressee who was refused, so that nothing else reaches that address either; not our text, sender or reputation. */
    readonly addressee = false,
  ) {
    super(message, code)
  }
}

/**
 * The message was handed over and no answer came. It may have arrived: sending it again could make two
 * of one, so a person decides.
 */
export class DeliveryUnknown extends DeliveryFailed {}

const MINUTE_MS = 60_000
const LONGEST_PAUSE_MINUTES = 60
/** Times that a message is tried again: 1, 2, 4 … 32 minutes and then every hour come to a day. */
const RETRIES = 29

/**
 * When a message that did not get through on its nth try (from 1) is tried again; null when it has been tried for a day. What is
 * refused for now is mostly greylisting or a mailbox that is full: RFC 5321 4.5.4.1 asks senders to go on for days.
 */
export function nextTry(tries: number, now = Date.now()): Date | null {
  if (tries > RETRIES) return null
  return new Date(now + Math.min(2 ** (tries - 1), LONGEST_PAUSE_MINUTES) * MINUTE_MS)
}
