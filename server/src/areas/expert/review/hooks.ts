import type { RowOf, VerbIn } from '@assoc/contract'
import type { reviewBatch } from '@assoc/contract/expert/review/batch'
import type { batchStatus } from '@assoc/contract/expert/review/kinds'
import type { Action } from '../../../platform/resource/definition'

// What other parts of the review do when a batch goes on: scoring and results take these hooks, so that a batch knows neither.

type Batch = RowOf<typeof reviewBatch>
type Verb = VerbIn<typeof batchStatus>
export type BatchHook = (action: Action, batch: Batch, reason: string | null) => Promise<void>

const before = new Map<Verb, BatchHook[]>()
const after = new Map<Verb, BatchHook[]>()
const add = (hooks: Map<Verb, BatchHook[]>, verb: Verb, hook: BatchHook) => void hooks.set(verb, [...(hooks.get(verb) ?? []), hook])

/** Carried out before a batch takes a step; a refusal that it throws keeps the batch where it is. */
export const beforeBatchStep = (verb: Verb, hook: BatchHook): void => add(before, verb, hook)
/** Carried out after a batch has taken a step, in the same transaction. */
export const afterBatchStep = (verb: Verb, hook: BatchHook): void => add(after, verb, hook)

/** Whether somebody carries a step out. Without results there is nothing to sum up or to publish. */
export const isCarriedOut = (verb: Verb): boolean => before.has(verb) || after.has(verb)

export async function runBefore(action: Action, batch: Batch, verb: Verb, reason: string | null): Promise<void> {
  for (const hook of before.get(verb) ?? []) await hook(action, batch, reason)
}
export async function runAfter(action: Action, batch: Batch, verb: Verb, reason: string | null): Promise<void> {
  for (const hook of after.get(verb) ?? []) await hook(action, batch, reason)
}
