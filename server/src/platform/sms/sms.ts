import type { Accepted } from '../mail/mail'

export interface TextMessage {
  to: string
  /** The whole text with its signature. */
  text: string
  /** The provider's own template with what stands in its places, for providers that send by template alone. */
  template?: { code: string; params: Record<string, string> }
}

export interface SmsProvider {
  /** Whether messages leave the house; otherwise they stay readable in the outbox. */
  readonly live: boolean
  /** Answers once the provider has taken the message; else throws what mail/delivery.ts names. */
  send(message: TextMessage): Promise<Accepted>
}

/**
 * The provider until a contract with a real one exists: nothing leaves the house, the outbox keeps
 * the text. Tests read what was sent and make it fail on purpose.
 */
export class RecordingSms implements SmsProvider {
  readonly live: boolean = false
  readonly sent: TextMessage[] = []
  /** What the next messages are answered with: a sentence, or an error of mail/delivery.ts. */
  failWith: string | Error | null = null
  private taken = 0

  async send(message: TextMessage): Promise<Accepted> {
    if (this.failWith) throw typeof this.failWith === 'string' ? new Error(this.failWith) : this.failWith
    this.sent.push(message)
    if (this.sent.length > 1000) this.sent.shift()
    return { ref: `recorded-${(this.taken += 1)}` }
  }
}
