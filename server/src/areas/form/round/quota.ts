import type { ResponseOf } from '@assoc/contract'
import type { Answers } from '@assoc/contract/form/engine/answers'
import { orderOf, type FormDoc, type Question } from '@assoc/contract/form/engine/document'
import type { selectFormQuotas, setFormQuotas } from '@assoc/contract/form/quota'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { documentOfVersion } from '../answer/document'
import { roundToExport } from '../answer/repository'
import { isAnonymous } from '../anonymous/repository'
import * as quotas from './quota.repository'
import * as repository from './repository'

// Options of a round with a number of places: the last one is given once, however many ask for it at the same moment.

/** Whether the options of a question can be limited: one that everybody answers once, in the open. */
const isLimitable = ({ type, in: table, personal, retired }: Question): boolean => (type === 'radio' || type === 'checkbox' || type === 'select') && table === undefined && personal === undefined && !retired

async function documentOfRound(db: Db, roundId: string): Promise<FormDoc> {
  const round = await roundToExport(db, roundId)
  if (!round) throw refuse.notFound()
  return documentOfVersion(db, round)
}

export async function selectQuotas({ db, input }: Context<typeof selectFormQuotas>): Promise<ResponseOf<typeof selectFormQuotas>> {
  const doc = await documentOfRound(db, input.roundId)
  const keys = orderOf(doc).filter((key) => doc.questions[key] && isLimitable(doc.questions[key]))
  const set = await quotas.quotasOf(db, input.roundId)
  const chosen = await quotas.takenChoices(db, input.roundId, keys)
  const at = <T extends quotas.Place>(list: readonly T[], key: string, value: string) => list.find((one) => one.questionKey === key && one.choice === value)
  return {
    questions: keys.map((key) => ({
      key,
      label: doc.questions[key]?.label ?? '',
      options: (doc.questions[key]?.options ?? []).filter(({ retired }) => !retired).map(({ value, label }) => ({ value, label, places: at(set, key, value)?.places ?? null, taken: at(chosen, key, value)?.taken ?? 0 })),
    })),
  }
}

const FIXED = new Set(['ended', 'archived'])

export async function setQuotas({ db, input, audit }: Context<typeof setFormQuotas>): Promise<ResponseOf<typeof setFormQuotas>> {
  const { roundId } = input
  // Nobody hands anything in between the count and what is set by it.
  await quotas.holdAlone(db, roundId)
  const round = await repository.holdRound(db, roundId)
  if (!round) throw refuse.notFound()
  if (input.quotas.length > 0 && (await isAnonymous(db, roundId))) throw refuse.inUse('匿名填报不记录谁选了什么，不能设置选项名额')
  if (FIXED.has(round.roundStatus)) throw refuse.inUse('已结束的发放不能设置名额')
  const doc = await documentOfRound(db, roundId)
  const before = await quotas.quotasOf(db, roundId)
  const chosen = await quotas.takenChoices(db, roundId, input.quotas.map(({ questionKey }) => questionKey))
  const seen = new Set<string>()
  for (const [i, { questionKey, choice, places }] of input.quotas.entries()) {
    const question = Object.hasOwn(doc.questions, questionKey) ? doc.questions[questionKey] : undefined
    const option = question && isLimitable(question) ? question.options?.find(({ value, retired }) => value === choice && !retired) : undefined
    if (!option) throw refuse.field(`quotas.${i}.choice`, '只能给单选、多选和下拉题的选项设置名额')
    if (seen.has(`${questionKey} ${choice}`)) throw refuse.field(`quotas.${i}.choice`, `“${option.label}”重复设置了名额`)
    seen.add(`${questionKey} ${choice}`)
    const taken = chosen.find((one) => one.questionKey === questionKey && one.choice === choice)?.taken ?? 0
    if (places < taken) throw refuse.field(`quotas.${i}.places`, `“${option.label}”已有 ${taken} 份提交选择，名额不能少于 ${taken}`)
  }
  await quotas.writeQuotas(db, roundId, input.quotas)
  audit({ recordType: 'formRound', recordId: roundId, verb: 'setQuotas', before: { quotas: told(doc, before) }, after: { quotas: told(doc, input.quotas) } })
  return {}
}

const labelOf = (doc: FormDoc, { questionKey, choice }: quotas.Place): string => doc.questions[questionKey]?.options?.find(({ value }) => value === choice)?.label ?? choice
const told = (doc: FormDoc, list: readonly (quotas.Place & { places: number })[]): string => list.map((one) => `${doc.questions[one.questionKey]?.label ?? one.questionKey}/${labelOf(doc, one)}：${one.places}`).join('；')

/** Places that are left to one answer. */
export const placesLeft = async (db: Db, roundId: string, answerId: string): Promise<{ questionKey: string; choice: string; left: number }[]> =>
  (await quotas.quotasOf(db, roundId, answerId)).map(({ questionKey, choice, places, taken }) => ({ questionKey, choice, left: Math.max(0, places - taken) }))

/** Takes the places of what is handed in, to the end of the transaction; refused at the questions whose options have none left. */
export async function requirePlaces(db: Db, { roundId, answerId }: { roundId: string; answerId: string }, doc: FormDoc, content: Answers): Promise<void> {
  const wanted = Object.entries(doc.questions).flatMap(([questionKey, question]) => {
    const value = isLimitable(question) ? content[questionKey] : undefined
    return [value].flat().flatMap((choice) => (typeof choice === 'string' ? [{ questionKey, choice }] : []))
  })
  const full = await quotas.takenWhole(db, roundId, answerId, wanted)
  if (full.length > 0) throw refuse.input(full.map((one) => ({ path: one.questionKey, message: `${doc.questions[one.questionKey]?.label ?? ''}：“${labelOf(doc, one)}”名额已满，请选择其他选项` })))
}
