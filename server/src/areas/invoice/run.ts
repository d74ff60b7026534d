import { addJob } from '../../platform/jobs/queue'
import type { Platform } from '../../platform/platform'
import { invoiceProvider, type InvoiceProvider, type WrittenInvoice } from './provider/provider'
import { ProviderRefused } from './provider/refusal'
import * as repository from './run.repository'

export type Outcome = { invoice: WrittenInvoice } | { problem: string }

/** What a test sets otherwise: whether the provider is asked what became of a request before one is made. */
export interface RunOptions {
  ask?: boolean
}

const PAUSE_MS = 130_000

/**
 * Has an invoice written, once however often and wherever this runs: one run at a time, and the provider is asked what became of
 * the request before it is made, so that a run that died after the invoice was written finds it. Answers the invoice or what the
 * provider said; undefined when another run is at it, and throws when nothing is certain, for the queue to try again.
 */
export async function writeOnce(platform: Platform, task: repository.Task, job: string, requestNo: string, send: (provider: InvoiceProvider) => Promise<WrittenInvoice>, { ask = true }: RunOptions = {}): Promise<Outcome | undefined> {
  const { db } = platform
  if (!(await repository.takeRun(db, task))) {
    await addJob(db, job, { id: task.id }, { key: `${job}:${task.id}`, runAt: new Date(Date.now() + PAUSE_MS) })
    return undefined
  }
  const provider = invoiceProvider(platform)
  const known = async () => (ask ? provider.query(requestNo) : null)
  try {
    const written = await known()
    if (written) return { invoice: written }
    return { invoice: await send(provider) }
  } catch (error) {
    if (error instanceof ProviderRefused) return { problem: `开票平台拒绝（${error.code}）：${error.message}` }
    platform.log.warn({ requestNo, reason: (error as Error).message }, 'the provider of tickets did not answer')
    // Whether it was written is known by asking; where that fails too, the queue tries again.
    const written = await known()
    return written ? { invoice: written } : { problem: '开票平台没有应答，也没有开出票据，请稍后重试' }
  } finally {
    await repository.endRun(db, task)
  }
}
