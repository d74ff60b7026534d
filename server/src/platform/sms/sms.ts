export interface SmsProvider {
  /** Whether messages leave the house; otherwise they stay readable in the outbox. */
  readonly live: boolean
  send(message: { to: string; text: string }): Promise<void>
}

/**
 * The provider until a contract with a real one exists: nothing leaves the house, the outbox keeps
 * the text. Tests read what was sent and make it fail on purpose.
 */
export class RecordingSms implements SmsProvider {
  readonly live = false
  readonly sent: { to: string; text: string }[] = []
  failWith: string | null = null

  async send(message: { to: string; text: string }): Promise<void> {
    if (this.failWith) throw new Error(this.failWith)
    this.sent.push(message)
    if (this.sent.length > 1000) this.sent.shift()
  }
}
