import { CODE, type InputOf, type ResponseOf } from '@assoc/contract'
import { answerAt, pathOf, pathText, rowsOf, withAnswer, type Answer, type AnswerPath, type Answers } from '@assoc/contract/form/engine/answers'
import { LIMITS, type FormDoc } from '@assoc/contract/form/engine/document'
import { equal } from '@assoc/contract/form/engine/patch'
import { FormLimit, startRun, withFixedRows } from '@assoc/contract/form/engine/run'
import type { verifyOwnFormCertificate } from '@assoc/contract/form/certificate'
import type * as calls from '@assoc/contract/form/fill'
import type { selectOwnFormTasks } from '@assoc/contract/form/task'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Encryption } from '../../../platform/encryption/encryption'
import type { Context, FileAnswer } from '../../../platform/http/context'
import { derivedStep } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { answerRuntime } from '../answer'
import { certificateSentOf, verified } from '../answer/certificate'
import { countedValues, hasPersonalColumn, isKnownKey, personalAt, questionAt, shownAs, withoutPersonal } from '../answer/content'
import { documentOfVersion } from '../answer/document'
import { NO_ANSWERS, sheetOfSubmission, toldChanges } from '../answer/differences'
import { answerPaper } from '../answer/export'
import * as answers from '../answer/repository'
import { queriesShown } from '../query/service'
import { closedWhy, isCorrecting, requireNamed, roundClosed } from './closed'
import { heldByOwner, requireOwnerLets } from '../owned/hook'
import { placesLeft, requirePlaces } from '../round/quota'
import { keepSubmittedFiles, knownFiles } from './files'
import * as repository from './repository'
import type { Task } from './repository'
import { answeredOf, noteAnswered, requireOpen, scopeOf, takeRepliesBack } from './returned'

// What people do who fill forms in: for themselves, or for a company that they act for.

const shown = (task: Task) => {
  const { taskId, roundName, formName, formKind, companyName, subjectName, roundStatus, answerStatus, anonymousFlag } = task
  return { taskId, roundName, formName, formKind, companyName, subjectName, roundStatus, answerStatus, anonymousFlag, startTime: task.startTime.toISOString(), endTime: task.endTime.toISOString(), submitTime: task.submitTime?.toISOString() ?? null, closed: closedWhy(task) }
}

export async function selectTasks({ db, principal, input }: Context<typeof selectOwnFormTasks>): Promise<ResponseOf<typeof selectOwnFormTasks>> {
  const { total, items } = await repository.ownTasks(db, principal, input, input.pageSize, (input.page - 1) * input.pageSize)
  return { total, items: items.map(shown) }
}

export async function mine(db: Db, principal: Principal, taskId: string): Promise<Task> {
  const task = await repository.ownTask(db, principal, taskId)
  if (!task) throw refuse.notFound()
  return task
}

/** A task of the caller's own with its answer, both as they are once the answer is held: whoever waited for it sees what the other has done. */
export async function holdMine(db: Db, principal: Principal, taskId: string): Promise<{ task: Task; stored: answers.StoredAnswer; doc: FormDoc; versionNo: number }> {
  const asked = await mine(db, principal, taskId)
  requireNamed(asked)
  const { answerId } = asked
  await answers.holdAnswer(db, answerId)
  const [task, stored] = [await mine(db, principal, taskId), await answers.readAnswer(db, answerId)]
  if (!stored) throw refuse.notFound()
  return { task, stored, ...(await documentOfAnswer(db, answerId)) }
}

export async function documentOfAnswer(db: Db, answerId: string): Promise<{ doc: FormDoc; versionNo: number }> {
  const version = await answers.versionOfAnswer(db, answerId)
  if (!version) throw refuse.notFound()
  return { doc: await documentOfVersion(db, version), versionNo: version.versionNo }
}

export async function openTask({ db, principal, input }: Context<typeof calls.openFormTask>): Promise<ResponseOf<typeof calls.openFormTask>> {
  const task = await mine(db, principal, input.taskId)
  const stored = await answers.readAnswer(db, task.answerId)
  if (!stored) throw refuse.notFound()
  const { doc, versionNo } = await documentOfAnswer(db, task.answerId)
  const held = await heldByOwner(db, task)
  return {
    ...shown(task),
    closed: closedWhy(task) ?? held,
    document: doc,
    versionNo,
    answers: withFixedRows(doc, stored.content),
    personal: Object.fromEntries((await answers.personalOf(db, task.answerId)).map((one) => [one.path, one.shown])),
    revision: stored.revision,
    revisions: stored.revisions,
    today: task.today,
    lookups: await repository.lookupsOf(db, task.companyId, principal.userId),
    // Beside last year's named answers an anonymous one would tell by its deviations whose it is.
    previous: task.anonymousFlag ? null : await repository.previousAnswers(db, task.taskId),
    certificate: await certificateSentOf(db, task.answerId),
    returnReason: stored.answerStatus === 'returned' ? stored.auditOpinion : null,
    returned: { listed: task.returnScope === 'listed', until: task.returnUntil?.toISOString() ?? null, queries: task.submissionCount === 0 ? [] : await queriesShown(db, task.answerId) },
    correcting: isCorrecting(task),
    mayWithdraw: task.answerStatus === 'submitted' && !task.anonymousFlag && roundClosed(task) === null && held === null,
    secondsLeft: Math.max(0, task.secondsLeft),
    places: await placesLeft(db, task.roundId, task.answerId),
  }
}

export async function exportOwn({ db, principal, input }: Context<typeof calls.exportOwnAnswer>): Promise<FileAnswer> {
  const task = await mine(db, principal, input.taskId)
  requireNamed(task)
  return answerPaper(db, task.answerId, input.format)
}

/** Whether a change of one path touches what the other says: itself, what it stands in, what stands in it. */
const touches = (one: string, other: string): boolean => one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
/** When somebody has last changed something that a change of this path would write over. */
export const changedAt = (revisions: Readonly<Record<string, number>>, path: string): number =>
  Object.entries(revisions).reduce((latest, [other, revision]) => (touches(path, other) ? Math.max(latest, revision) : latest), 0)

/** What stands at a path as a change would write it: of a row, after which one it stands. */
function writtenAt(content: Answers, path: AnswerPath): Answer | undefined {
  if (path.row === undefined || path.column !== undefined) return answerAt(content, path)
  const rows = rowsOf(content[path.key])
  const at = rows.findIndex(({ id }) => id === path.row)
  return at < 0 ? undefined : (rows[at - 1]?.id ?? '')
}

interface Change {
  text: string
  path: AnswerPath
  value: Answer | undefined
}

/** A change of a question that the form has and that is answered in this way. */
export function checkedChange(doc: FormDoc, text: string, value: Answer | undefined): Change {
  const path = pathOf(text)
  if (!path || pathText(path) !== text || !questionAt(doc, path) || !isKnownKey(doc, path.column ?? path.key)) throw refuse.field(text, '表单没有这道题')
  if (personalAt(doc, path) && value !== undefined && value !== null && typeof value !== 'string') throw refuse.field(text, '个人信息须为文字')
  if (path.row === undefined && value !== undefined && hasPersonalColumn(doc, path.key)) throw refuse.field(text, '含个人信息的表格须逐格填写')
  return { text, path, value }
}

interface Saving {
  content: Answers
  personal: Map<string, answers.PersonalAnswer>
}

const maskedAt = (saving: Saving, path: string): string | undefined => saving.personal.get(path)?.shown

/** Whether what stands there is what the change wants already: the same save, sent twice. */
function standsAlready(saving: Saving, { text, path, value }: Change, isPersonal: boolean, encryption: Encryption): boolean {
  const wanted = value === null || value === '' ? undefined : value
  if (isPersonal) return typeof wanted === 'string' ? saving.personal.get(text)?.print === encryption.blindIndex(wanted) : !saving.personal.has(text)
  if (path.row !== undefined && path.column === undefined) return (writtenAt(saving.content, path) === undefined) === (value === undefined)
  return equal(writtenAt(saving.content, path) ?? undefined, value)
}

interface Held {
  task: Task
  stored: answers.StoredAnswer
  doc: FormDoc
  versionNo: number
}
type Acting = Pick<Action, 'db' | 'principal' | 'platform' | 'audit'>

export async function saveAnswers(context: Context<typeof calls.saveFormAnswers>): Promise<ResponseOf<typeof calls.saveFormAnswers>> {
  const held = await holdMine(context.db, context.principal, context.input.taskId)
  const closed = closedWhy(held.task)
  if (closed) throw refuse.inUse(closed)
  await requireOwnerLets(context.db, held.task)
  return saveChanges(context, held, context.input)
}

/** Keeps changes of an answer that is held and open; whoever acts has written them. */
export async function saveChanges(context: Acting, { task, stored, doc, versionNo }: Held, input: Pick<InputOf<typeof calls.saveFormAnswers>, 'since' | 'changes'>): Promise<ResponseOf<typeof calls.saveFormAnswers>> {
  const { db, principal, platform } = context
  const scope = await scopeOf(db, task, doc)
  const revision = stored.revision + 1
  const revisions = { ...stored.revisions }
  const saving: Saving = { content: withFixedRows(doc, stored.content), personal: new Map((await answers.personalOf(db, task.answerId)).map((one) => [one.path, one])) }
  const files = await knownFiles(db, task.answerId, doc, input.changes)
  const personal: Record<string, string> = {}
  const conflicts: ResponseOf<typeof calls.saveFormAnswers>['conflicts'] = []
  let changed = false
  for (const { path: text, value, base } of input.changes) {
    const change = files.settled(checkedChange(doc, text, value))
    const kind = personalAt(doc, change.path)
    const latest = changedAt(stored.revisions, text)
    if (standsAlready(saving, change, kind !== undefined, platform.encryption)) continue
    requireOpen(scope, text)
    const isGone = change.path.column !== undefined && !rowsOf(saving.content[change.path.key]).some(({ id }) => id === change.path.row)
    if (latest > base || isGone) {
      const theirs = kind ? maskedAt(saving, text) : writtenAt(saving.content, change.path)
      conflicts.push({ path: text, ...(value === undefined || kind ? {} : { mine: value }), ...(theirs === undefined ? {} : { theirs }), revision: latest })
      continue
    }
    if (kind) {
      if (typeof value === 'string' && value !== '') {
        const one = { path: text, shown: shownAs(kind, value), sealed: platform.encryption.encrypt(value), print: platform.encryption.blindIndex(value) }
        saving.personal.set(text, one)
        personal[text] = one.shown
        await answers.putPersonal(db, task.answerId, one)
      } else {
        saving.personal.delete(text)
        await answers.dropPersonal(db, task.answerId, [text])
      }
    } else {
      saving.content = withAnswer(saving.content, change.path, change.value)
      // A row that is gone takes its personal answers along.
      if (value === undefined && change.path.column === undefined) await answers.dropPersonal(db, task.answerId, [text])
    }
    revisions[text] = revision
    changed = true
  }
  if (changed) {
    if (Buffer.byteLength(JSON.stringify(saving.content)) > LIMITS.answerBytes) throw refuse.field('changes', '填报内容不能超过 1 MB')
    await answers.writeContent(db, task.answerId, saving.content, revision, revisions, principal.userId)
    await files.release(stored.content, saving.content)
    if (task.answerStatus === 'empty') {
      await derivedStep(answerRuntime, context as unknown as Action, task.answerId, 'begin')
      context.audit({ recordType: 'formAnswer', recordId: task.answerId, verb: 'filled', ...toldChanges(doc, NO_ANSWERS, { content: saving.content, personal: [...saving.personal.values()] }) })
    }
  }
  const known = new Set(input.changes.map(({ path }) => path))
  const others = Object.entries(stored.revisions).flatMap(([text, at]) => {
    const path = pathOf(text)
    if (at <= input.since || known.has(text) || !path) return []
    if (personalAt(doc, path)) {
      personal[text] = maskedAt(saving, text) ?? ''
      return []
    }
    const value = writtenAt(saving.content, path)
    return [{ path: text, ...(value === undefined ? {} : { value }), revision: at }]
  })
  return { revision: changed ? revision : stored.revision, versionNo, answerStatus: changed && task.answerStatus === 'empty' ? 'draft' : task.answerStatus, personal, conflicts, others }
}

/** Answers with the personal ones, as they are checked: only for as long as that takes. */
async function withPersonal(db: Db, encryption: Encryption, answerId: string, content: Answers): Promise<Answers> {
  return (await answers.personalOf(db, answerId)).reduce((all, { path, sealed }) => {
    const at = pathOf(path)
    return at ? withAnswer(all, at, encryption.decrypt(sealed)) : all
  }, content)
}

export async function submit(context: Context<typeof calls.submitFormAnswer>): Promise<ResponseOf<typeof calls.submitFormAnswer>> {
  const { db, principal, input } = context
  const held = await holdMine(db, principal, input.taskId)
  const { task, stored } = held
  const closed = roundClosed(task)
  if (closed) throw refuse.inUse(closed)
  await requireOwnerLets(db, task)
  if (stored.answerStatus !== 'draft' && stored.answerStatus !== 'returned') throw stored.answerStatus === 'empty' ? refuse.inUse('还没有填写任何内容') : refuse.badTransition()
  // Somebody else has changed an answer that this person has not seen.
  if (stored.revision !== input.revision) throw new Refusal(CODE.conflict, '其他人修改了填报内容，请查看后再提交', { current: { revision: stored.revision } })
  return handIn(context, held)
}

/** Hands in what is held: all of it is checked as the browser does. */
export async function handIn(context: Acting, { task, stored, doc }: Held): Promise<ResponseOf<typeof calls.submitFormAnswer>> {
  const { db, principal, platform } = context
  const run = runOf(doc, await withPersonal(db, platform.encryption, task.answerId, withFixedRows(doc, stored.content)), {
    today: task.today,
    lookups: await repository.lookupsOf(db, task.companyId, principal.userId),
    previous: (await repository.previousAnswers(db, task.taskId)) ?? {},
  })
  if (run.faults.length > 0) throw refuse.input(run.faults)
  const { answers: content, personal } = withoutPersonal(doc, run.answers)
  for (const [path, text] of personal) {
    const at = pathOf(path)
    const kind = at && personalAt(doc, at)
    if (kind) await answers.putPersonal(db, task.answerId, { path, shown: shownAs(kind, text), sealed: platform.encryption.encrypt(text), print: platform.encryption.blindIndex(text) })
  }
  await answers.keepPersonal(db, task.answerId, [...personal.keys()])
  const [before, after] = [await sheetOfSubmission(db, task.answerId, stored.submissionCount), { content, personal: await answers.personalOf(db, task.answerId) }]
  const { faults, answered } = await answeredOf(db, doc, task, await scopeOf(db, task, doc), after, run.omitted)
  if (faults.length > 0) throw refuse.input(faults)
  await requirePlaces(db, task, doc, content)
  const submissionNo = stored.submissionCount + 1
  const submitTime = await answers.writeSubmission(db, task.answerId, submissionNo, { content, omitted: run.omitted, values: countedValues(doc, content) }, principal.userId, task.askedTime)
  await noteAnswered(db, principal.userId, answered)
  await keepSubmittedFiles(db, task.answerId)
  await derivedStep(answerRuntime, context as unknown as Action, task.answerId, 'submit')
  context.audit({ recordType: 'formAnswer', recordId: task.answerId, verb: 'filled', ...toldChanges(doc, before, after) })
  return { submissionNo, submitTime: submitTime.toISOString(), omitted: run.omitted }
}

/** What the same evaluation as in the browser says of all answers. */
export function runOf(doc: FormDoc, given: Answers, context: Parameters<typeof startRun>[2]) {
  try {
    const run = startRun(doc, given, context)
    return { faults: run.faults(true), ...run.submission() }
  } catch (error) {
    if (error instanceof FormLimit) throw refuse.inUse(error.message)
    throw error
  }
}

export async function withdraw(context: Context<typeof calls.withdrawFormAnswer>): Promise<ResponseOf<typeof calls.withdrawFormAnswer>> {
  const { db, principal, input } = context
  const { task, stored } = await holdMine(db, principal, input.taskId)
  const closed = roundClosed(task)
  if (closed) throw refuse.inUse(closed)
  await requireOwnerLets(db, task)
  if (isCorrecting(task) && !input.reason) throw refuse.field('reason', '填报已截止，请填写更正原因')
  await takeRepliesBack(db, principal.userId, task.answerId)
  await derivedStep(answerRuntime, context as unknown as Action, task.answerId, 'withdraw', input.reason ?? null)
  return { revision: stored.revision, answerStatus: 'draft' }
}

export async function verifyCertificate({ db, principal, input }: Context<typeof verifyOwnFormCertificate>): Promise<ResponseOf<typeof verifyOwnFormCertificate>> {
  return verified(db, (await mine(db, principal, input.taskId)).answerId)
}
