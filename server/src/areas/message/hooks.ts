import type { AuditFrame } from '../../platform/audit/audit'
import type { Db } from '../../platform/database/database'
import type { Channel } from './tables'

// What other areas do once a message has gone out. They register here; it happens in the transaction in which the message comes to its end.

export interface Sent {
  messageId: string
  channel: Channel
  msgNo: string
  /** The text as it was written, with its variables. */
  content: string
  createBy: string | null
  /** Under which the machine writes its audit rows. */
  frame: AuditFrame
}
type AfterSending = (db: Db, sent: Sent) => Promise<void>

const rules: AfterSending[] = []

/** Registers what follows when everybody of a message was gone through; after a second try of the failed ones it is asked again. */
export const onMessageSent = (rule: AfterSending): void => void rules.push(rule)

export async function emitMessageSent(db: Db, sent: Sent): Promise<void> {
  for (const rule of rules) await rule(db, sent)
}
