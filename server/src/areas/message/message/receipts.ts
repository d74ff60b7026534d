import { viewLink } from '@assoc/contract'
import type { Db } from '../../../platform/database/database'
import { settleOutboxReceipt } from '../../../platform/mail/outbox'
import { notify } from '../../../platform/notifications/notify'
import { optOutBounced } from '../opt-out/repository'
import { finishingVerb, NAMES, told } from './outcome'
import { applyReceipt } from './receipts.repository'
import { countByStatus, lockMessage } from './sending.repository'
import { RESULT_VIEW, step } from './sending'

/** What a provider tells of one recipient after it had taken the message. */
export interface Receipt {
  /** Its own number, or ours (`message-…`, or the Message-ID of the mail). */
  providerRef: string
  /** Our own name of it, where the provider tells it as well: it finds a message whose answer never came. */
  ownRef?: string | null | undefined
  result: 'delivered' | 'failed'
  /** Its code of a failure, such as 550 5.1.1. */
  code?: string | null | undefined
  reason?: string | null | undefined
}

const OWN_ID = /^<?outbox-(message-\d+)@[^>]*>?$/
const plainRef = (ref: string): string => OWN_ID.exec(ref.trim())?.[1] ?? ref.trim()

const STATUS_OF: Record<string, string> = { finish: 'done', finishPartly: 'partly' }

/** The first answer that is one. */
async function firstOf<T>(refs: readonly string[], ask: (ref: string) => Promise<T>): Promise<T | undefined> {
  for (const ref of refs) {
    const found = await ask(ref)
    if (found) return found
  }
  return undefined
}

/**
 * Notes receipts at their recipients, each once, and brings finished messages to the status that now is true. Answers how many
 * found somebody who waits for them. To be called in a transaction.
 */
export async function settleReceipts(db: Db, receipts: readonly Receipt[]): Promise<number> {
  const touched = new Set<string>()
  let taken = 0
  // In one order everywhere: two that bring the same ones do not wait for each other in a circle.
  for (const { providerRef, ownRef = null, result, code = null, reason = null } of [...receipts].sort((a, b) => (a.providerRef < b.providerRef ? -1 : 1))) {
    const delivered = result === 'delivered'
    // A refusal for good tells that the mailbox is not there; any other may pass.
    const bounced = !delivered && code?.startsWith('5') === true
    const refs = [plainRef(providerRef), ...(ownRef ? [ownRef] : [])]
    const apply = async (ref: string) => applyReceipt(db, ref, delivered, delivered ? null : (reason ?? '回执：未送达'), delivered ? null : code, bounced)
    const found = await firstOf(refs, apply)
    if (!found) {
      // The console's own texts are no recipients of anybody's message.
      if (await firstOf(refs, (ref) => settleOutboxReceipt(db, ref, delivered, reason))) taken += 1
      continue
    }
    taken += 1
    touched.add(found.messageId)
    if (bounced && found.channel === 'mail') await optOutBounced(db, found.target)
  }
  for (const messageId of [...touched].sort()) await restate(db, messageId)
  return taken
}

/** As settleReceipts, for one. */
export const settleReceipt = async (db: Db, receipt: Receipt): Promise<boolean> => (await settleReceipts(db, [receipt])) === 1

/** A finished message is done or has failed in part, as its recipients now say; its writer hears when some failed after all. */
async function restate(db: Db, messageId: string): Promise<void> {
  const message = await lockMessage(db, messageId)
  if (!message || (message.msg_status !== 'done' && message.msg_status !== 'partly')) return
  const counts = await countByStatus(db, messageId)
  const verb = finishingVerb(counts)
  if (STATUS_OF[verb] === message.msg_status || !(await step(db, message, verb)) || verb !== 'finishPartly' || !message.create_by) return
  await notify(db, message.create_by, { title: `${NAMES[message.channel]}有收件人未送达：${message.msg_no}`, content: told(message.channel, counts), link: viewLink(RESULT_VIEW[message.channel], { record: message.message_id }) })
}
