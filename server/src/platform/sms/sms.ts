import type { Accepted } from '../mail/mail'

/**
 * The texts that the console sends by itself, with the places of their templates in the order of their numbers. Providers register
 * a template for codes with one place alone, the code.
 */
export const TEXT_USES = {
  /** A code that somebody asked for, to register, to sign in, to reset a password or to change a number. */
  code: ['code'],
  /** Instead of a code: the number has an account already. */
  used: [],
  /** A code that staff have sent to an applicant for membership. */
  apply: ['code'],
  /** The password was reset by an administrator. */
  reset: [],
  /** A registration was confirmed. */
  confirmed: ['name'],
  /** A registration was refused. */
  rejected: ['name', 'reason'],
  /** An invoice was issued: to whom its head says that it is received. */
  invoiceIssued: ['title', 'no', 'amount'],
  /** Somebody has a place at a meeting, waits for one, is offered one, or has none; and what became of the meeting. */
  meetingPlace: ['meeting', 'time', 'place'],
  meetingWaiting: ['meeting'],
  meetingOffer: ['meeting', 'until'],
  meetingPending: ['meeting'],
  meetingTransferred: ['meeting', 'other'],
  meetingPayDue: ['meeting', 'amount', 'until'],
  meetingRefused: ['meeting', 'reason'],
  meetingChanged: ['meeting', 'time', 'place'],
  meetingCancelled: ['meeting', 'reason'],
  /** The connector is being tested by whoever gets this. */
  trial: [],
} as const satisfies Record<string, readonly string[]>

export type TextUse = keyof typeof TEXT_USES

/** The provider's template with what stands in its places, in their order. */
export interface TextTemplate {
  code: string
  params: Record<string, string>
}

export interface TextMessage {
  /** Our own name of the message, the same on every try: `outbox-7`, `message-12`. Providers tell it again in their receipts, or know a repetition by it. */
  id: string
  to: string
  /** The whole text, with its signature where it has one of its own. */
  text: string
  /** Signature without its brackets; the installation's one when left out. */
  sign?: string | null
  /** The provider's own template, for providers that send by template alone. */
  template?: TextTemplate | null
}

/** What is left to be spent. */
export interface Balance {
  amount: number
  unit: '条' | '元'
}

export interface SmsProvider {
  /** What staff know the provider by. */
  readonly label: string
  /** Whether messages leave the house; otherwise they stay readable in the outbox. */
  readonly live: boolean
  /** The provider's number of the template for a text of the console; null where it needs none. */
  templateOf(use: TextUse): string | null
  /** Whether a text of the console can be sent: it needs no template, or has one. */
  sends(use: TextUse): boolean
  /** Answers once the provider has taken the message; else throws what mail/delivery.ts names. Never tries a second time by itself. */
  send(message: TextMessage): Promise<Accepted>
  /** What is left to be spent; null where the provider does not say. Throws DeliveryFailed when it does not answer. */
  balance(): Promise<Balance | null>
}

/**
 * What stands in for a provider where none is configured: nothing leaves the house, the outbox keeps
 * the text. Tests read what was sent and make it fail on purpose.
 */
export class RecordingSms implements SmsProvider {
  readonly label = '未接入'
  readonly live: boolean = false
  readonly sent: TextMessage[] = []
  /** What the next messages are answered with: a sentence, or an error of mail/delivery.ts. */
  failWith: string | Error | null = null
  private taken = 0

  templateOf(): string | null {
    return null
  }

  sends(): boolean {
    return this.live
  }

  async balance(): Promise<Balance | null> {
    return null
  }

  async send(message: TextMessage): Promise<Accepted> {
    if (this.failWith) throw typeof this.failWith === 'string' ? new Error(this.failWith) : this.failWith
    this.sent.push(message)
    if (this.sent.length > 1000) this.sent.shift()
    return { ref: `recorded-${(this.taken += 1)}` }
  }
}
