import type { ResponseOf } from '@assoc/contract'
import { compareVersions, type Change } from '@assoc/contract/form/engine/compare'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import type * as calls from '@assoc/contract/form/move'
import { LOSSES_TOLD } from '@assoc/contract/form/move'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { documentOfVersion } from '../answer/document'
import { lossesOf, touched } from './losses'
import * as move from './move.repository'
import * as repository from './repository'

// A running round goes over to a newer version of its form: a mistake in a question is mended without beginning anew. What was typed stays;
// what was handed in keeps the version that it was checked by, so that no answer is ever read by questions that were not asked.

const AT_ONCE = 200

async function documentOf(db: Db, templateId: string, versionNo: number): Promise<FormDoc> {
  const version = await move.versionKey(db, templateId, versionNo)
  if (!version) throw refuse.field('versionNo', `表单没有版本 ${versionNo}`)
  return documentOfVersion(db, version)
}

async function roundOf(db: Db, roundId: string): Promise<move.MoveRound> {
  const round = await move.roundToMove(db, roundId)
  if (!round) throw refuse.notFound()
  if (round.anonymousFlag) throw refuse.inUse('匿名填报在填报人的浏览器中填写，不能换用新版本')
  return round
}

interface Plan {
  round: move.MoveRound
  after: FormDoc
  /** By version: the document of the answers that go along. */
  before: Map<number, FormDoc>
  changes: Change[]
  refused: string[]
}

/** What the move would change, against every version that answers would come from. */
async function planOf(db: Db, roundId: string, versionNo: number): Promise<Plan> {
  const round = await roundOf(db, roundId)
  if (versionNo <= round.versionNo) throw refuse.field('versionNo', `请选择比第 ${round.versionNo} 版更新的版本`)
  const after = await documentOf(db, round.templateId, versionNo)
  const before = new Map<number, FormDoc>()
  for (const one of new Set([round.versionNo, ...(await move.versionsThatGo(db, roundId))])) before.set(one, await documentOf(db, round.templateId, one))
  const changes = new Map<string, Change>()
  for (const doc of before.values()) for (const change of compareVersions(doc, after).changes) changes.set(`${change.at} ${change.message}`, change)
  const all = [...changes.values()]
  // What breaks the comparison would put two different questions into one figure.
  return { round, after, before, changes: all, refused: all.filter(({ kind }) => kind === 'breaks').map(({ message }) => message) }
}

export async function selectTargets({ db, input }: Context<typeof calls.selectMoveTargets>): Promise<ResponseOf<typeof calls.selectMoveTargets>> {
  const { templateId, versionNo } = await roundOf(db, input.roundId)
  return { versionNo, versions: (await move.newerVersions(db, templateId, versionNo)).map((one) => ({ ...one, createTime: one.createTime.toISOString() })) }
}

export async function previewMove({ db, input }: Context<typeof calls.previewRoundMove>): Promise<ResponseOf<typeof calls.previewRoundMove>> {
  const current = await roundOf(db, input.roundId)
  // A version that cannot be moved to has no preview.
  if (input.versionNo <= current.versionNo || !(await move.versionKey(db, current.templateId, input.versionNo))) throw refuse.notFound()
  const plan = await planOf(db, input.roundId, input.versionNo)
  const losses: ResponseOf<typeof calls.previewRoundMove>['losses'] = []
  let losing = 0
  for (const [versionNo, doc] of plan.before) {
    const keys = [...touched(doc, plan.after)]
    if (keys.length === 0) continue
    for (let last = '0'; ; ) {
      const drafts = await move.draftsWith(db, input.roundId, versionNo, keys, last, AT_ONCE)
      for (const { respondentName, answerStatus, content } of drafts) {
        const values = lossesOf(doc, plan.after, content)
        if (values.length > 0 && ++losing <= LOSSES_TOLD) losses.push({ respondentName, answerStatus, values: values.slice(0, 50) })
      }
      if (drafts.length < AT_ONCE) break
      last = drafts.at(-1)?.answerId ?? last
    }
  }
  const { versionNo, empty, drafts, kept } = plan.round
  return { versionNo, changes: plan.changes, refused: plan.refused, empty, drafts, kept, losing, losses }
}

export async function moveRound({ db, input, audit }: Context<typeof calls.moveRound>): Promise<ResponseOf<typeof calls.moveRound>> {
  const { roundId, versionNo } = input
  const round = await repository.holdRound(db, roundId)
  if (!round) throw refuse.notFound()
  if (round.roundStatus !== 'filling' && round.roundStatus !== 'paused') throw refuse.inUse('只有填报中或暂停的发放可以换用新版本')
  const plan = await planOf(db, roundId, versionNo)
  if (plan.refused.length > 0) throw refuse.input(plan.refused.map((message) => ({ path: 'versionNo', message })))
  await move.moveRoundTo(db, roundId, versionNo)
  const moved = await move.moveAnswers(db, roundId, versionNo)
  audit({ recordType: 'formRound', recordId: roundId, verb: 'move', before: { versionNo: plan.round.versionNo }, after: { versionNo, moved } })
  return { moved }
}
