import type { ResponseOf } from '@assoc/contract'
import { moneyText } from '@assoc/contract/form/engine/display'
import { orderOf, type FormDoc, type Question } from '@assoc/contract/form/engine/document'
import type * as calls from '@assoc/contract/form/evaluation'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { withheldWhy } from '../anonymous/statistics'
import { roundState } from '../anonymous/statistics.repository'
import { documentOfRound } from '../answer/versions'
import { hiddenOf } from '../statistics/suppression'
import * as repository from './repository'

const isBegun = ({ roundStatus }: repository.Evaluation): boolean => roundStatus !== 'draft' && roundStatus !== 'waiting'

async function requireEvaluation(db: Db, roundId: string): Promise<repository.Evaluation> {
  const found = await repository.evaluationOf(db, roundId)
  // A round about nobody is no evaluation.
  if (!found || found.subjectKind === 'none') throw refuse.notFound()
  return found
}

export async function selectOverview({ db, input }: Context<typeof calls.selectEvaluation>): Promise<ResponseOf<typeof calls.selectEvaluation>> {
  const round = await requireEvaluation(db, input.roundId)
  const begun = isBegun(round)
  return { ...round, begun, ...(await repository.extentOf(db, input.roundId, begun)), boards: round.subjectKind === 'peers' ? await repository.boardsOf(db, input.roundId) : [] }
}

export async function selectMatrix({ db, input }: Context<typeof calls.selectEvaluationMatrix>): Promise<ResponseOf<typeof calls.selectEvaluationMatrix>> {
  const round = await requireEvaluation(db, input.roundId)
  const { pairs, total } = await repository.matrixOf(db, input.roundId, isBegun(round), { companyId: input.companyId, limit: input.pageSize, offset: (input.page - 1) * input.pageSize })
  const subjects = new Map(pairs.map(({ subject, subjectName }) => [subject, subjectName]))
  const evaluators = new Map(pairs.map(({ evaluator, name }) => [evaluator, { key: evaluator, name, cells: [] as { subject: string; status: repository.Pair['status'] }[] }]))
  for (const { evaluator, subject, status } of pairs) evaluators.get(evaluator)?.cells.push({ subject, status })
  return { total, items: [...evaluators.values()], subjects: [...subjects].map(([key, name]) => ({ key, name })).sort((a, b) => a.name.localeCompare(b.name, 'zh-CN') || (a.key < b.key ? -1 : 1)) }
}

const NUMBERS: ReadonlySet<Question['type']> = new Set(['number', 'money', 'rating', 'calc'])

/** Questions whose answers have a mean, in the form's order. */
const ratedQuestions = (doc: FormDoc) =>
  orderOf(doc).flatMap((key) => {
    const question = doc.questions[key]
    return question && NUMBERS.has(question.type) && question.in === undefined ? [{ key, label: question.label, unit: question.type === 'money' ? '元' : (question.unit ?? ''), isMoney: question.type === 'money' }] : []
  })

interface Cell {
  key: string
  count: number
  mean: string | null
  hidden?: true
}

const shownAs = (mean: string | undefined, isMoney: boolean): string | null => (mean === undefined ? null : isMoney ? moneyText(Math.round(Number(mean))) : mean)

/**
 * What is shown of each subject at a question. Of fewer answers than the least nothing is; and since the round's own figures are known, so
 * many more are hidden with them that what is left over tells of no few.
 */
export function cellsOf({ key: question, isMoney }: { key: string; isMoney: boolean }, subjects: readonly repository.Subject[], means: ReadonlyMap<string, repository.Mean>): Map<string, Cell> {
  const found = subjects.map(({ key }) => means.get(`${key} ${question}`))
  const hidden = hiddenOf(found.map((one) => one?.count ?? 0))
  return new Map(subjects.map(({ key }, i) => [key, hidden[i] ? { key: question, count: 0, mean: null, hidden: true as const } : { key: question, count: found[i]?.count ?? 0, mean: shownAs(found[i]?.mean, isMoney) }]))
}

async function withheldOf(db: Db, roundId: string, round: repository.Evaluation): Promise<string | null> {
  if (!isBegun(round)) return '评价还没有开始'
  const state = round.anonymousFlag ? await roundState(db, roundId) : undefined
  return state ? withheldWhy(state) : null
}

export async function selectResults({ db, input }: Context<typeof calls.selectEvaluationResults>): Promise<ResponseOf<typeof calls.selectEvaluationResults>> {
  const { roundId, companyId, keyword, page, pageSize } = input
  const round = await requireEvaluation(db, roundId)
  const doc = await documentOfRound(db, roundId)
  if (!doc) throw refuse.notFound()
  const withheld = await withheldOf(db, roundId, round)
  if (withheld) return { items: [], total: 0, questions: [], withheld }
  const rated = ratedQuestions(doc)
  const subjects = await repository.subjectsOf(db, roundId)
  const means = new Map((await repository.meansOf(db, roundId, round.anonymousFlag)).map((one) => [`${one.subject} ${one.question}`, one]))
  const cells = rated.map((one) => cellsOf(one, subjects, means))
  const wanted = subjects.filter((one) => (!companyId || one.companyId === companyId) && (!keyword || one.name.includes(keyword)))
  const shown = wanted.slice((page - 1) * pageSize, page * pageSize)
  return {
    total: wanted.length,
    questions: rated.map(({ key, label, unit }) => ({ key, label, unit })),
    withheld: rated.length === 0 ? '表单没有评分、数字或金额题，没有可以平均的结果' : null,
    items: shown.map(({ key, name, asked, handedIn }) => ({ key, name, asked, handedIn, cells: cells.flatMap((of) => of.get(key) ?? []) })),
  }
}

