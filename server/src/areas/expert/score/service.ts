import { CODE, viewLink, type ResponseOf } from '@assoc/contract'
import { ownFigures } from '@assoc/contract/expert/review/calculate'
import { sheetStatus } from '@assoc/contract/expert/review/kinds'
import * as calls from '@assoc/contract/expert/review/score'
import { lengthOfComment, problemsOfScores, problemsOfSheet, totalOf, type DimScores } from '@assoc/contract/expert/review/sheet-rules'
import { withinScope, type Entity } from '../../../platform/access/entities'
import { personsOf, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { storedFiles } from '../../../platform/files/stored'
import type { Context, FileAnswer } from '../../../platform/http/context'
import { notify } from '../../../platform/notifications/notify'
import { reviewableOf, type BlindView } from '../../../platform/review/reviewables'
import type { Todo } from '../../../platform/workspace/todos'
import * as repository from './repository'
import type { Batch, OwnSheet } from './repository'

// What experts do who score, and staff to their sheets. A sheet is found by the account of its expert alone; who has given the work up, was recused or
// is not in office any more finds nothing.

const BATCHES_MOST = 50
/** No expert has more works of a batch (load_limit). */
const QUEUE_MOST = 1000
const OTHERS_MOST = 20

/** A batch as data scopes see it. */
export const BATCH: Entity = { name: 'reviewBatch', table: 'review_batch', idColumn: 'batch_id', module: 'review', scope: { dept: 'dept_id', self: 'create_by' } }

const batchShown = ({ batchId, batchName, reviewKind, reviewStage, batchStatus, endTime, secondsLeft, blindFlag }: Batch) => ({ batchId, batchName, reviewKind, reviewStage, batchStatus, endTime: endTime.toISOString(), secondsLeft: Math.max(0, secondsLeft), blindFlag })

/** Whether a batch takes scores: by its status, and by the clock before anybody has ended it. */
const isOpen = ({ batchStatus, secondsLeft }: Batch): boolean => batchStatus === 'scoring' && secondsLeft > 0
const CLOSED = '评分已截止'
const EDITED: readonly string[] = ['pending', 'draft']
const closedWhy = (sheet: OwnSheet): string | null => (!isOpen(sheet) ? CLOSED : EDITED.includes(sheet.sheetStatus) ? null : sheet.sheetStatus === 'submitted' ? '已提交，如需修改请联系秘书处退回' : CLOSED)

export async function selectQueue({ db, principal, input }: Context<typeof calls.selectScoreQueue>): Promise<ResponseOf<typeof calls.selectScoreQueue>> {
  const { stage, kinds } = calls.PRESETS[input.preset]
  const batches = await repository.ownBatches(db, principal.userId, stage, kinds, BATCHES_MOST)
  const chosen = batches.find(({ batchId }) => batchId === input.batchId) ?? (input.batchId ? undefined : batches[0])
  const items = chosen ? await repository.ownQueue(db, principal.userId, chosen.batchId, QUEUE_MOST) : []
  return {
    batches: batches.map((batch) => ({ ...batchShown(batch), sheets: batch.sheets, submitted: batch.submitted })),
    batchId: chosen?.batchId ?? null,
    items,
    own: ownFigures(items.flatMap((item) => (item.sheetStatus === 'submitted' && item.totalScore !== null ? [item.totalScore] : []))),
  }
}

async function mine(db: Db, principal: Principal, sheetId: string): Promise<OwnSheet> {
  const sheet = await repository.ownSheet(db, principal.userId, sheetId)
  if (!sheet) throw refuse.notFound()
  return sheet
}

/** The sheet as it is once it is held: whoever waited for it sees what the other has done. */
async function holdMine(db: Db, principal: Principal, sheetId: string): Promise<OwnSheet> {
  await mine(db, principal, sheetId)
  await repository.holdSheet(db, sheetId)
  return mine(db, principal, sheetId)
}

/** The work behind a sheet, as its expert may see it: until the end of the batch. */
async function workOf(db: Db, sheet: OwnSheet): Promise<BlindView | null> {
  if (!isOpen(sheet)) return null
  const reviewable = reviewableOf(sheet.reviewable)
  return sheet.blindFlag ? reviewable.blind(db, sheet.objectId) : reviewable.open(db, sheet.objectId)
}

async function othersOf(db: Db, sheet: OwnSheet): Promise<ResponseOf<typeof calls.readScoreSheet>['others']> {
  const shown = sheet.seeOthers === 'afterEnd' ? !isOpen(sheet) : sheet.seeOthers === 'afterMine' && sheet.sheetStatus === 'submitted'
  return shown ? repository.othersOf(db, sheet.itemId, sheet.expertId, OTHERS_MOST) : null
}

export async function readSheet({ db, principal, input }: Context<typeof calls.readScoreSheet>): Promise<ResponseOf<typeof calls.readScoreSheet>> {
  const sheet = await mine(db, principal, input.sheetId)
  const [work, others] = await Promise.all([workOf(db, sheet), othersOf(db, sheet)])
  return {
    sheetId: sheet.sheetId,
    assignmentId: sheet.assignmentId,
    itemNo: sheet.itemNo,
    version: sheet.sheetVersion,
    sheetStatus: sheet.sheetStatus,
    dimScores: sheet.dimScores,
    totalScore: sheet.totalScore,
    comment: sheet.comment,
    submitTime: sheet.submitTime?.toISOString() ?? null,
    returnReason: sheet.sheetStatus === 'draft' ? sheet.returnReason : null,
    closed: closedWhy(sheet),
    batch: {
      ...batchShown(sheet),
      dimensions: sheet.dimensions.map(({ dimName, dimWeight, dimMax, dimDesc, levels }) => ({ dimName, dimWeight, dimMax, dimDesc: dimDesc ?? null, levels: levels ?? null })),
      commentBelow: sheet.commentBelow,
      commentFrom: sheet.commentFrom,
      seeOthers: sheet.seeOthers,
    },
    work,
    others,
  }
}

const CONTENT_TYPES: Readonly<Record<string, string>> = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' }

export async function readFile({ db, principal, input, audit, platform }: Context<typeof calls.readScoreFile>): Promise<FileAnswer> {
  const sheet = await mine(db, principal, input.sheetId)
  const file = (await workOf(db, sheet))?.files.find(({ fileId }) => fileId === input.fileId)
  const [stored] = file ? await storedFiles(db, [file.fileId]) : []
  if (!file || !stored) throw refuse.notFound()
  audit({ recordType: 'reviewSheet', recordId: sheet.sheetId, verb: 'downloadFile', after: { fileName: file.fileName } })
  // Under the name that the sheet shows: the stored one may say whose it is.
  return { fileName: file.fileName, contentType: CONTENT_TYPES[file.fileName.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream', body: platform.files.read(stored.key) }
}

const same = (a: DimScores, b: DimScores): boolean => Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, score]) => b[name] === score)
const currentOf = (sheet: OwnSheet) => ({ version: sheet.sheetVersion, dimScores: sheet.dimScores, totalScore: sheet.totalScore, comment: sheet.comment, writeTime: sheet.updateTime.toISOString() })

export async function saveSheet({ db, principal, input }: Context<typeof calls.saveScoreSheet>): Promise<ResponseOf<typeof calls.saveScoreSheet>> {
  const sheet = await holdMine(db, principal, input.sheetId)
  const comment = input.comment && lengthOfComment(input.comment) > 0 ? input.comment : null
  const problems = problemsOfScores(input.dimScores, sheet.dimensions)
  if (problems.length > 0) throw refuse.input(problems)
  // The same save, sent twice.
  if (same(input.dimScores, sheet.dimScores) && comment === sheet.comment) return { saved: true, sheetStatus: sheet.sheetStatus, current: currentOf(sheet) }
  const content = { dimScores: input.dimScores, totalScore: totalOf(input.dimScores, sheet.dimensions), comment }
  const closed = closedWhy(sheet)
  if (closed && sheet.sheetVersion === input.version) throw refuse.inUse(closed)
  if (sheet.sheetVersion !== input.version) {
    await repository.keepStale(db, sheet.sheetId, input.version, content, principal.userId)
    return { saved: false, sheetStatus: sheet.sheetStatus, current: currentOf(sheet) }
  }
  await repository.writeSheet(db, sheet.sheetId, content, principal.userId)
  const now = await mine(db, principal, sheet.sheetId)
  return { saved: true, sheetStatus: now.sheetStatus, current: currentOf(now) }
}

export async function submitSheet({ db, principal, input, audit }: Context<typeof calls.submitScoreSheet>): Promise<ResponseOf<typeof calls.submitScoreSheet>> {
  const sheet = await holdMine(db, principal, input.sheetId)
  if (!isOpen(sheet)) throw refuse.inUse(CLOSED)
  const step = sheetStatus.find('submit', sheet.sheetStatus)
  if (!step) throw refuse.badTransition()
  if (sheet.sheetVersion !== input.version) throw new Refusal(CODE.conflict, '评分表已在其他页面修改，请核对后再提交', { current: currentOf(sheet) })
  const problems = problemsOfSheet(sheet.dimScores, sheet.comment, sheet)
  if (problems.length > 0) throw refuse.input(problems)
  const moved = await repository.moveSheet(db, sheet, step.to, step.verb, personsOf(principal), { onTime: true })
  // The sheet is held, so that nothing but the clock stands in the way.
  if (!moved?.submitTime || sheet.totalScore === null) throw refuse.inUse(CLOSED)
  audit({ recordType: 'reviewSheet', recordId: sheet.sheetId, verb: step.verb, before: { sheetStatus: sheet.sheetStatus }, after: { sheetStatus: step.to, totalScore: sheet.totalScore } })
  return { version: moved.version, totalScore: sheet.totalScore, submitTime: moved.submitTime.toISOString() }
}

/** What waits for an expert, by screens. */
export async function openTodos(db: Db, principal: Principal): Promise<Todo[]> {
  const open = await repository.openCounts(db, principal.userId)
  return calls.scorePreset.keys.map((preset) => ({
    label: `待评分：${calls.scorePreset.labels[preset]}`,
    value: open.filter((one) => calls.presetOf(one.reviewKind, one.reviewStage) === preset).reduce((sum, { count }) => sum + count, 0),
    link: viewLink(calls.scoreViewOf(preset)),
  }))
}

export async function returnSheet({ db, principal, input, audit }: Context<typeof calls.returnScoreSheet>): Promise<ResponseOf<typeof calls.returnScoreSheet>> {
  const scope = withinScope(principal, BATCH, 'b')
  if (!(await repository.sheetWithin(db, input.sheetId, scope))) throw refuse.notFound()
  await repository.holdBatchOfSheet(db, input.sheetId)
  const sheet = await repository.sheetWithin(db, input.sheetId, scope)
  if (!sheet) throw refuse.notFound()
  const step = sheetStatus.find('return', sheet.sheetStatus)
  if (!step) throw refuse.badTransition()
  if (sheet.batchStatus !== 'scoring' && sheet.batchStatus !== 'ended') throw refuse.inUse('结果已冻结，请先解除冻结再退回评分')
  if (personsOf(principal).includes(sheet.expertUser ?? '')) throw refuse.forbidden('不能退回本人的评分')
  if (sheet.sheetVersion !== input.version) throw refuse.conflict({ version: sheet.sheetVersion, sheetStatus: sheet.sheetStatus })
  const moved = await repository.moveSheet(db, sheet, step.to, step.verb, personsOf(principal), { reason: input.reason })
  if (!moved) throw refuse.badTransition()
  await repository.noteStale(db, sheet.batchId)
  if (sheet.expertUser) await notify(db, sheet.expertUser, { title: '评分表被退回', content: `“${sheet.batchName}”第 ${sheet.itemNo} 号的评分被退回：${input.reason}`, link: viewLink(calls.scoreViewOf(calls.presetOf(sheet.reviewKind, sheet.reviewStage)), { batch: sheet.batchId, sheet: sheet.sheetId }) })
  audit({ recordType: 'reviewSheet', recordId: sheet.sheetId, verb: step.verb, reason: input.reason, before: { sheetStatus: sheet.sheetStatus, totalScore: sheet.totalScore }, after: { sheetStatus: step.to } })
  return { version: moved.version, sheetStatus: step.to }
}
