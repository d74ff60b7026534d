import type { ResponseOf } from '@assoc/contract'
import { pathOf } from '@assoc/contract/form/engine/answers'
import { placeLabel } from '@assoc/contract/form/engine/difference'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { openedBy } from '@assoc/contract/form/engine/opened'
import type { Fault } from '@assoc/contract/form/engine/run'
import { queryStatus, UNANSWERED, type replyFormQuery } from '@assoc/contract/form/query'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { questionAt } from '../answer/content'
import { changesBetween, sheetOfSubmission, type Sheet } from '../answer/differences'
import * as answers from '../answer/repository'
import { requireOwnerLets } from '../owned/hook'
import * as queries from '../query/repository'
import { closedWhy } from './closed'
import * as repository from './repository'
import type { Task } from './repository'

// What whoever fills in does about questions that were sent back: these alone are changed or explained, and handed in together.

const OUTSIDE = '本次只能修改退回的题目及由其决定的题目'

/** What of an answer may be changed now. */
export interface Scope {
  /** Questions that wait for an answer. */
  waiting: queries.StoredQuery[]
  isOpen: (path: string) => boolean
}

export async function scopeOf(db: Db, task: Pick<Task, 'answerId' | 'returnScope' | 'submissionCount'>, doc: FormDoc): Promise<Scope> {
  // Nothing was ever sent back of what was never handed in: a save of a first draft asks no further.
  const waiting = task.submissionCount === 0 ? [] : (await queries.queriesOf(db, task.answerId)).filter((query) => UNANSWERED.has(query.queryStatus))
  const listed = task.returnScope === 'listed' && waiting.length > 0
  return { waiting, isOpen: listed ? openedBy(doc, waiting.map(({ path }) => path)) : () => true }
}

export function requireOpen({ isOpen }: Scope, path: string): void {
  if (!isOpen(path)) throw refuse.field(path, OUTSIDE)
}

/** Whether a change at one path is one of what stands at the other. */
const touches = (one: string, other: string): boolean => one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`) || one.startsWith(`${other}.`)

/** What is about to be handed in, beside what was handed in before: what stands outside, and questions that nobody has answered. */
export async function answeredOf(db: Db, doc: FormDoc, task: Task, scope: Scope, sheet: Sheet, omitted: readonly string[]): Promise<{ faults: Fault[]; answered: { query: queries.StoredQuery; changed: boolean }[] }> {
  if (scope.waiting.length === 0) return { faults: [], answered: [] }
  const sinceOf = new Map<number, string[]>()
  for (const no of new Set([task.submissionCount, ...scope.waiting.map(({ askedNo }) => askedNo)])) sinceOf.set(no, changesBetween(doc, await sheetOfSubmission(db, task.answerId, no), sheet).map(({ path }) => path))
  const left = new Set(omitted)
  // Calculated answers and those of the registers follow by themselves.
  const outside = (sinceOf.get(task.submissionCount) ?? []).filter((text) => {
    const path = pathOf(text)
    return path && questionAt(doc, path) && !scope.isOpen(text) && !left.has(text)
  })
  const answered = scope.waiting.map((query) => ({ query, changed: (sinceOf.get(query.askedNo) ?? []).some((path) => touches(path, query.path)) }))
  const open = answered.filter(({ query, changed }) => !changed && !query.reply)
  return { faults: [...outside.map((path) => ({ path, message: OUTSIDE })), ...open.map(({ query }) => ({ path: query.path, message: `请修改“${placeLabel(doc, query.path, sheet.content)}”，或说明不修改的原因` }))], answered }
}

/** Notes with a submission that the questions which were sent back are answered. */
export async function noteAnswered(db: Db, userId: string, answered: readonly { query: queries.StoredQuery; changed: boolean }[]): Promise<void> {
  for (const { query } of answered) {
    const step = queryStatus.find('reply', query.queryStatus)
    if (!step || !(await queries.moveQuery(db, query.queryId, query.queryStatus, step.to))) throw refuse.badTransition()
  }
  await queries.insertEvents(db, userId, answered.map(({ query, changed }) => ({ queryId: query.queryId, verb: 'reply' as const, words: query.reply, changed })))
}

/** Takes the replies back with the submission that they came with: what was sent back waits again. */
export async function takeRepliesBack(db: Db, userId: string, answerId: string): Promise<void> {
  const taken: string[] = []
  for (const query of await queries.queriesOf(db, answerId)) {
    const step = queryStatus.find('takeBack', query.queryStatus)
    if (step && (await queries.moveQuery(db, query.queryId, query.queryStatus, step.to))) taken.push(query.queryId)
  }
  await queries.insertEvents(db, userId, taken.map((queryId) => ({ queryId, verb: 'takeBack' })))
}

/** Keeps what is said to a question that was sent back. Without an audit row, as a save of answers has none. */
export async function replyQuery({ db, principal, input }: Context<typeof replyFormQuery>): Promise<ResponseOf<typeof replyFormQuery>> {
  const task = await repository.ownTask(db, principal, input.taskId)
  if (!task) throw refuse.notFound()
  await answers.holdAnswer(db, task.answerId)
  const held = await repository.ownTask(db, principal, input.taskId)
  const query = (await queries.queriesOf(db, task.answerId)).find(({ queryId }) => queryId === input.queryId)
  if (!held || !query) throw refuse.notFound()
  const closed = closedWhy(held)
  if (closed) throw refuse.inUse(closed)
  await requireOwnerLets(db, held)
  if (!UNANSWERED.has(query.queryStatus)) throw refuse.badTransition()
  const reply = input.reply ?? null
  await queries.keepReply(db, query.queryId, reply)
  return { reply }
}
