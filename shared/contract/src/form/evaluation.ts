import { z } from 'zod'
import { body, call, pageOf, pageQuery } from '../core/call'
import { id, optionalText, ref, withMeta } from '../core/fields'
import { companyLookup } from '../member/lookups'
import { answerStatus } from './answer'
import { formRoundLookup } from './lookups'
import { form } from './permits'
import { subjectKind } from './respondents'

// Rounds that are about somebody: who evaluates whom, and what came out for each of those who are evaluated.

/** Companies that a choice of boards offers. */
const BOARDS_OFFERED = 2000

const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })
const ofRound = { roundId: ref('发放', formRoundLookup), /** Of this board alone, where directors evaluate each other. */ companyId: ref('公司', companyLookup).optional() }

/** What an evaluation is about, and how many evaluate how many. */
export const selectEvaluation = call({
  path: '/form/evaluation/selectEvaluation',
  title: '查看评价概况',
  access: form('round:read'),
  request: body({ roundId: ref('发放', formRoundLookup) }),
  response: z.object({
    roundName: z.string(),
    roundStatus: z.string(),
    subjectKind: subjectKind.schema,
    anonymousFlag: z.boolean(),
    /** Whether its matrix is frozen; before, it is what it would be now. */
    begun: z.boolean(),
    evaluators: count('评价人'),
    subjects: count('评价对象'),
    pairs: count('评价份数'),
    /** Subjects whom too few evaluate for any figure to be shown. */
    few: count('评价人不足的对象'),
    /** Boards, where directors evaluate each other. */
    boards: z.array(z.object({ companyId: id(), companyName: z.string() })).max(BOARDS_OFFERED),
  }),
})

/** A page of evaluators with the subjects of each. */
export const selectEvaluationMatrix = call({
  path: '/form/evaluation/selectEvaluationMatrixByPage',
  title: '查看评价矩阵',
  access: form('round:read'),
  request: pageQuery(ofRound, ['name']),
  response: z.object({
    /** Those whom the evaluators of the page evaluate. */
    subjects: z.array(z.object({ key: z.string(), name: z.string() })),
    items: z.array(z.object({ key: z.string(), name: withMeta(z.string(), { label: '评价人' }), cells: z.array(z.object({ subject: z.string(), status: answerStatus.schema.nullable() })) })),
    total: z.number().int(),
  }),
})

const cell = z.object({ key: z.string(), /** Answers with a number; nought where nothing is shown. */ count: z.number().int(), mean: z.string().nullable(), hidden: z.literal(true).optional() })

/** Means of each subject by question; none of fewer answers than are ever shown. */
export const selectEvaluationResults = call({
  path: '/form/evaluation/selectEvaluationResultsByPage',
  title: '查看评价结果',
  access: form('answer:read'),
  request: pageQuery({ ...ofRound, keyword: optionalText('评价对象', 50) }, ['name']),
  response: pageOf(z.object({ key: z.string(), name: withMeta(z.string(), { label: '评价对象' }), asked: count('应评'), handedIn: count('已评'), cells: z.array(cell) })).extend({
    questions: z.array(z.object({ key: z.string(), label: z.string(), unit: z.string() })),
    /** Why nothing is shown; null when something is. */
    withheld: z.string().nullable(),
  }),
})
