import type { ResponseOf } from '@assoc/contract'
import { pathOf, pathText } from '@assoc/contract/form/engine/answers'
import { placeLabel } from '@assoc/contract/form/engine/difference'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { queryStatus, RETURN_DAYS_MOST, returnSentence, type querySent, type returnFormAnswer, type selectFormQueries, type stepFormQuery } from '@assoc/contract/form/query'
import type { z } from 'zod'
import { personsOf } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { keptFrom } from '../../../platform/resource/acted-by'
import { changeRow } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { answerRuntime } from '../answer'
import { isKnownKey, questionAt } from '../answer/content'
import { documentOfVersion } from '../answer/document'
import * as answers from '../answer/repository'
import * as repository from './repository'

// What reviewers do about single questions of an answer: send them back, close them, raise them again.

/** Questions of an answer with all that was done about them. */
export async function queriesShown(db: Db, answerId: string): Promise<z.output<typeof querySent>[]> {
  const [queries, events] = [await repository.queriesOf(db, answerId), await repository.eventsOf(db, answerId)]
  const byQuery = new Map<string, repository.QueryEvent[]>(queries.map(({ queryId }) => [queryId, []]))
  for (const event of events) byQuery.get(event.queryId)?.push(event)
  return queries.map(({ askedNo: _, ...query }) => ({ ...query, events: (byQuery.get(query.queryId) ?? []).map(({ queryId: _id, time, ...event }) => ({ ...event, time: time.toISOString() })) }))
}

export const selectQueries = async ({ db, input }: Context<typeof selectFormQueries>): Promise<ResponseOf<typeof selectFormQueries>> => ({ queries: await queriesShown(db, input.answerId) })

async function documentOfAnswer(db: Db, answerId: string): Promise<FormDoc> {
  const version = await answers.versionOfAnswer(db, answerId)
  if (!version) throw refuse.notFound()
  return documentOfVersion(db, version)
}

/** The places that are sent back, each of them one of the form and none of them twice. */
export function checkedItems(doc: FormDoc, items: readonly { path: string; reason: string }[], live: ReadonlySet<string>): void {
  const seen = new Set<string>()
  items.forEach(({ path: text }, i) => {
    const path = pathOf(text)
    const field = `items.${i}.path`
    if (!path || pathText(path) !== text || !questionAt(doc, path) || !isKnownKey(doc, path.column ?? path.key)) throw refuse.field(field, '表单没有这道题')
    if (seen.has(text)) throw refuse.field(field, '同一道题只能退回一次')
    if (live.has(text)) throw refuse.field(field, `“${placeLabel(doc, text)}”已有未关闭的退回，请在该题处理`)
    seen.add(text)
  })
}

/** Sends an answer back with what is to be seen to at its questions. */
export async function returnAnswer(context: Context<typeof returnFormAnswer>): Promise<ResponseOf<typeof returnFormAnswer>> {
  const { db, principal, input, audit } = context
  const stored = await answers.holdAnswer(db, input.answerId)
  if (!stored) throw refuse.notFound()
  const doc = await documentOfAnswer(db, input.answerId)
  const queries = await repository.queriesOf(db, input.answerId)
  const again = queries.filter((query) => query.queryStatus === 'reopened').length
  checkedItems(doc, input.items, new Set(queries.flatMap((query) => (query.queryStatus === 'closed' ? [] : [query.path]))))
  const count = input.items.length + again
  if (count === 0 && !input.reason) throw refuse.field('reason', '请填写退回原因，或选择要退回的题目')
  const reason = input.reason ?? returnSentence(count)
  // Permit, data scope, version, and that it is another person's are asked by the step itself.
  await changeRow(answerRuntime, { ...(context as unknown as Action), input: { answerId: input.answerId, version: input.version, verb: 'refuse', reason } })
  if (input.until && !(await repository.giveUntil(db, input.answerId, input.until, RETURN_DAYS_MOST))) throw refuse.field('until', `重新提交期限须在今后 ${RETURN_DAYS_MOST} 天内`)
  const ids = await repository.insertQueries(db, input.answerId, stored.submissionCount, input.items)
  await repository.insertEvents(db, principal.userId, input.items.map((item, i) => ({ queryId: ids[i] ?? '', verb: 'ask', words: item.reason })))
  if (input.items.length > 0) audit({ recordType: 'formAnswer', recordId: input.answerId, verb: 'ask', after: Object.fromEntries(input.items.map((item) => [placeLabel(doc, item.path, stored.content), item.reason])) })
  return { answerStatus: 'returned' }
}

/** Closes a question, or raises it again: by somebody who has not filled the answer in, while it is handed in. */
export async function stepQuery({ db, principal, input, audit }: Pick<Context<typeof stepFormQuery>, 'db' | 'principal' | 'input' | 'audit'>): Promise<ResponseOf<typeof stepFormQuery>> {
  const stored = await answers.holdAnswer(db, input.answerId)
  const all = await repository.queriesOf(db, input.answerId)
  const query = all.find((one) => one.queryId === input.queryId)
  if (!stored || !query) throw refuse.notFound()
  const step = queryStatus.find(input.verb, query.queryStatus)
  if (!step) throw refuse.badTransition()
  // Who has done what is kept with the answer, which the question belongs to.
  const kept = keptFrom(queryStatus, { ...step, separate: true }, await repository.actedOn(db, input.answerId), personsOf(principal))
  if (kept) throw refuse.separated(kept, 'formAnswer', input.answerId)
  if (stored.answerStatus !== 'submitted') throw refuse.inUse('填报人正在修改，请在提交后处理')
  if (step.reason === 'required' && !input.reason) throw refuse.field('reason', '请填写重新提出的原因')
  if (input.verb === 'reopen' && all.some((other) => other.queryId !== query.queryId && other.path === query.path && other.queryStatus !== 'closed')) throw refuse.inUse('这道题已有未关闭的退回，请在该处处理')
  const again = input.verb === 'reopen' ? { reason: input.reason ?? query.reason, reply: null, asked_no: stored.submissionCount } : {}
  if (!(await repository.moveQuery(db, query.queryId, query.queryStatus, step.to, again))) throw refuse.badTransition()
  await repository.insertEvents(db, principal.userId, [{ queryId: query.queryId, verb: input.verb, words: input.reason ?? null }])
  const label = placeLabel(await documentOfAnswer(db, input.answerId), query.path, stored.content)
  audit({ recordType: 'formAnswer', recordId: input.answerId, verb: input.verb, reason: input.reason ?? null, before: { [label]: queryStatus.labels[query.queryStatus] }, after: { [label]: queryStatus.labels[step.to] } })
  return { queryStatus: step.to }
}
