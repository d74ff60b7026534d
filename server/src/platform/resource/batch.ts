import { BATCH_STEP, type Access, type Call, type RowActionDefinition, type Transition } from '@assoc/contract'
import { has, type Principal } from '../access/principal'
import type { AuditEntry } from '../audit/audit'
import { Refusal, refuse } from '../errors'
import { translate } from '../http/execute'
import type { Action, Row } from './definition'
import { apart } from './rows.repository'

/** What a batch call is sent (contract, batchRequest). */
export interface BatchInput {
  verb: string
  ids?: string[]
  /** Versions of the chosen rows, in their order. */
  versions?: number[]
  filter?: Row
  after?: string
  reason?: string | null
  /** What the step asks for besides, the same for every record. */
  input?: Row
}

/** A record that a step has moved: the status before, and the version that it made. */
export interface Moved {
  version: number
  from: string
}

export interface BatchPlan<R> {
  /** Ids that the filter matches, in their own order, after one of them. */
  idsAfter: (after: string, limit: number) => Promise<string[]>
  /** The record as the caller may see it; undefined when they may not. */
  find: (id: string) => Promise<R | undefined>
  nameOf: (record: R) => string
  /** The action on one record, with all its rules; it throws the refusal. Answers what a step has moved, where it is one. */
  one: (action: Action, record: R) => Promise<Moved | void>
}

/**
 * Carries an action out on the chosen records, or on the next 50 that a filter matches, each behind a savepoint: what is
 * refused for one is told and takes back only that one; no audit row is left of it but of a refusal that security looks at. Answers what the contract's batchAnswer says.
 */
export async function eachRow<R>(action: Action, plan: BatchPlan<R>) {
  const { ids, after } = action.input as BatchInput
  const chosen = ids ?? (await plan.idsAfter(after ?? '0', BATCH_STEP))
  const failed: { id: string; name: string; message: string }[] = []
  const changed: (Moved & { id: string })[] = []
  let done = 0
  for (const id of chosen) {
    const record = await plan.find(id)
    const noted: AuditEntry[] = []
    const own = { ...action, audit: (entry: AuditEntry) => void noted.push(entry) }
    try {
      if (!record) throw refuse.notFound()
      const moved = await apart(action.db, () => plan.one(own, record))
      if (moved) changed.push({ id, ...moved })
      noted.forEach(action.audit)
      done += 1
    } catch (error) {
      const refusal = translate(error)
      if (!(refusal instanceof Refusal)) throw error
      if (refusal.note) action.audit({ ...refusal.note, code: refusal.code })
      failed.push({ id, name: record ? plan.nameOf(record) : '', message: refusal.message })
    }
  }
  return { done, failed, ...(changed.length > 0 ? { changed } : {}), next: ids || chosen.length < BATCH_STEP ? null : (chosen.at(-1) ?? null) }
}

/**
 * Refuses a batch as a whole when no row could bear its verb: one that there is not, for which the person has no permit, or
 * whose reason is missing.
 * An empty success would look as if something had been done.
 */
export function requireVerb(principal: Principal, { verb, reason }: Pick<BatchInput, 'verb' | 'reason'>, machine: { transitions: readonly Transition<string>[] } | undefined, { remove, actions }: { remove?: Access; actions?: Readonly<Record<string, RowActionDefinition>> } = {}): void {
  const own = actions?.[verb]
  if (own) {
    if (own.access.kind === 'permit' && !has(principal, own.access.code)) throw refuse.forbidden()
    if (own.single) throw refuse.field('verb', '此操作须逐条办理')
    return
  }
  if (verb === 'delete' && remove) {
    if (remove.kind === 'permit' && !has(principal, remove.code)) throw refuse.forbidden()
    return
  }
  const steps = machine?.transitions.filter((t) => t.verb === verb) ?? []
  if (steps.length === 0) throw verb === 'delete' ? refuse.forbidden() : refuse.field('verb', '没有这个操作')
  if (!steps.some((t) => has(principal, t.permit))) throw refuse.forbidden()
  if (steps.every((t) => t.single)) throw refuse.field('verb', '此操作须逐条办理')
  if (!reason && steps.every((t) => t.reason === 'required')) throw refuse.field('reason', '请填写原因')
}

/** The filter of a batch, checked by the schema of the list that it belongs to. */
export function parsedFilter(list: Call, filter: Row): Row {
  const parsed = list.request.safeParse(filter)
  if (!parsed.success) throw refuse.field('filter', '筛选条件不正确')
  const { page: _page, pageSize: _size, sort: _sort, ...filters } = parsed.data as Row
  return filters
}
