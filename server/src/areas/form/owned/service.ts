import { differences, placeLabel, textAt } from '@assoc/contract/form/engine/difference'
import { orderOf, type FormDoc } from '@assoc/contract/form/engine/document'
import { queryStatus, UNANSWERED } from '@assoc/contract/form/query'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { derivedStep } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { answerRuntime } from '../answer'
import { certificateSentOf } from '../answer/certificate'
import { documentOfVersion } from '../answer/document'
import { sheetOfSubmission, toldChanges } from '../answer/differences'
import * as answers from '../answer/repository'
import * as queries from '../query/repository'
import { checkedItems, queriesShown } from '../query/service'

// What the owner of a round does with its answers: permit, data scope and who may decide are its own, and were asked by its own record.

/** Holds the answer that is the content of a record, before that record is moved: whoever fills in waits, and sees what was decided. */
export async function holdOwnedAnswer(db: Db, answerId: string): Promise<answers.StoredAnswer> {
  const stored = await answers.holdAnswer(db, answerId)
  if (!stored) throw refuse.notFound()
  return stored
}

async function documentOf(db: Db, answerId: string): Promise<{ doc: FormDoc; versionNo: number }> {
  const version = await answers.versionOfAnswer(db, answerId)
  if (!version) throw refuse.notFound()
  return { doc: await documentOfVersion(db, version), versionNo: version.versionNo }
}

/** Takes an answer back that was handed in, so that it can be changed. */
export async function reopenOwnedAnswer(action: Action, answerId: string): Promise<void> {
  const stored = await holdOwnedAnswer(action.db, answerId)
  if (stored.answerStatus !== 'submitted') return
  const taken: string[] = []
  for (const query of await queries.queriesOf(action.db, answerId)) {
    const step = queryStatus.find('takeBack', query.queryStatus)
    if (step && (await queries.moveQuery(action.db, query.queryId, query.queryStatus, step.to))) taken.push(query.queryId)
  }
  await queries.insertEvents(action.db, action.principal.userId, taken.map((queryId) => ({ queryId, verb: 'takeBack' })))
  await derivedStep(answerRuntime, action, answerId, 'withdraw')
}

/** Sends an answer back with a general reason, to be handed in again until a time that may lie behind the end of the round. */
export async function returnOwnedAnswer(action: Action, answerId: string, reason: string, until: Date): Promise<void> {
  await derivedStep(answerRuntime, action, answerId, 'refuse', reason)
  await answers.giveReturnUntil(action.db, answerId, until)
}

/** Notes what is to be seen to at single questions of an answer that is sent back. */
export async function askAtQuestions({ db, principal, audit }: Action, answerId: string, items: readonly { path: string; reason: string }[]): Promise<void> {
  const stored = await holdOwnedAnswer(db, answerId)
  const { doc } = await documentOf(db, answerId)
  const live = (await queries.queriesOf(db, answerId)).flatMap((query) => (query.queryStatus === 'closed' ? [] : [query.path]))
  checkedItems(doc, items, new Set(live))
  const ids = await queries.insertQueries(db, answerId, stored.submissionCount, items)
  await queries.insertEvents(db, principal.userId, items.map((item, i) => ({ queryId: ids[i] ?? '', verb: 'ask', words: item.reason })))
  if (items.length > 0) audit({ recordType: 'formAnswer', recordId: answerId, verb: 'ask', after: Object.fromEntries(items.map((item) => [placeLabel(doc, item.path, stored.content), item.reason])) })
}

/** Questions that were sent back and are not closed: closes those that were answered. What nobody has answered stands in the way. */
export async function closeAnswered({ db, principal }: Action, answerId: string): Promise<void> {
  const closed: string[] = []
  for (const query of await queries.queriesOf(db, answerId)) {
    if (UNANSWERED.has(query.queryStatus)) throw refuse.inUse('还有退回的题目没有答复')
    const step = queryStatus.find('close', query.queryStatus)
    if (step && (await queries.moveQuery(db, query.queryId, query.queryStatus, step.to))) closed.push(query.queryId)
  }
  await queries.insertEvents(db, principal.userId, closed.map((queryId) => ({ queryId, verb: 'close' })))
}

/** Certifies an answer: from then on nobody changes it. */
export const certifyOwnedAnswer = (action: Action, answerId: string) => derivedStep(answerRuntime, action, answerId, 'certify')

/** An answer as its owner shows it, with what was sent back of it. */
export async function ownedContent(db: Db, answerId: string) {
  const answer = await answers.readAnswer(db, answerId)
  if (!answer) throw refuse.notFound()
  const { doc, versionNo } = await documentOf(db, answerId)
  const submissions = await answers.submissionsOf(db, answerId)
  return {
    answerStatus: answer.answerStatus,
    versionNo,
    certificate: await certificateSentOf(db, answerId),
    document: doc,
    answers: answer.content,
    personal: Object.fromEntries((await answers.personalOf(db, answerId)).map(({ path, shown }) => [path, shown])),
    queries: await queriesShown(db, answerId),
    submissions: submissions.map((one) => ({ ...one, submitTime: one.submitTime.toISOString() })),
  }
}

/** What two answers by versions of one form differ in, by the questions of the newer one; personal answers are left out. */
export async function compareAnswers(db: Db, before: string, after: string, most: number): Promise<{ items: { path: string; label: string; before: string; after: string }[]; more: boolean }> {
  const [old, now] = [await answers.readAnswer(db, before), await answers.readAnswer(db, after)]
  if (!old || !now) throw refuse.notFound()
  const { doc } = await documentOf(db, after)
  const all = differences(doc, old.content, now.content)
  return { items: all.slice(0, most).map((one) => ({ path: one.path, label: placeLabel(doc, one.path, now.content, old.content), before: textAt(doc, one.path, one.before), after: textAt(doc, one.path, one.after) })), more: all.length > most }
}

/** Types whose answers are facts: the same question of another form is answered by the same. */
const FACTS: ReadonlySet<string> = new Set(['date', 'range', 'number', 'money'])

/** What an answer says to questions about facts, by the questions' codes. */
export async function factsOf(db: Db, answerId: string): Promise<Map<string, { path: string; label: string; type: string; text: string }>> {
  const answer = await answers.readAnswer(db, answerId)
  if (!answer) return new Map()
  const { doc } = await documentOf(db, answerId)
  const found = orderOf(doc).flatMap((key) => {
    const question = doc.questions[key]
    const value = answer.content[key]
    if (!question || question.in !== undefined || question.personal || !FACTS.has(question.type) || value === undefined || value === null || value === '') return []
    return [[question.code, { path: key, label: question.label, type: question.type, text: textAt(doc, key, value) }] as const]
  })
  return new Map(found)
}

/** Notes in the log what a submission has changed against the one before, by the words of the form. */
export async function changesOfSubmission(db: Db, answerId: string): Promise<{ before: Record<string, string>; after: Record<string, string> }> {
  const stored = await answers.readAnswer(db, answerId)
  if (!stored) return { before: {}, after: {} }
  const { doc } = await documentOf(db, answerId)
  return toldChanges(doc, await sheetOfSubmission(db, answerId, stored.submissionCount - 1), await sheetOfSubmission(db, answerId, stored.submissionCount))
}
