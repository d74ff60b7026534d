import { z } from 'zod'
import { body, call } from '../../core/call'
import { choice, choiceField, id, optionalText, text, version, withMeta } from '../../core/fields'
import type { ViewName } from '../../views'
import { review as permit } from '../permits'
import { batchStatus, reviewKind, reviewStage, seeOthers, sheetStatus } from './kinds'
import { COMMENT_MOST } from './sheet-rules'

// What experts do who score: the works that they have accepted, and none besides. The handlers find a sheet by its expert's account alone.

/** The four screens of scoring: works or declarations, at their first or their final stage. */
export const scorePreset = choice('评分范围', { final: '专家评分', first: '专家评分（初评）', declared: '专家评分（申报）', declaredAgain: '专家评分（申报复评）' })
export type ScorePreset = keyof (typeof scorePreset)['labels']

type Kind = keyof (typeof reviewKind)['labels']
const WORKS: readonly Kind[] = ['topicStart', 'topicEnd', 'essay', 'work']
const DECLARATIONS: readonly Kind[] = ['secretary', 'board', 'independent', 'office']
/** What each screen shows. */
export const PRESETS: Record<ScorePreset, { kinds: readonly Kind[]; stage: keyof (typeof reviewStage)['labels'] }> = {
  final: { kinds: WORKS, stage: 'final' },
  first: { kinds: WORKS, stage: 'first' },
  declared: { kinds: DECLARATIONS, stage: 'first' },
  declaredAgain: { kinds: DECLARATIONS, stage: 'final' },
}

const VIEWS: Record<ScorePreset, ViewName> = { final: 'expert/ExpertScore', first: 'expert/ExpertScoreFirst', declared: 'expert/ManageScoringP', declaredAgain: 'expert/ManageScoringP1' }
/** The screen on which the sheets of a batch stand. */
export const presetOf = (kind: string, stage: string): ScorePreset => scorePreset.keys.find((key) => PRESETS[key].stage === stage && PRESETS[key].kinds.includes(kind as Kind)) ?? 'final'
/** The view behind such a screen. */
export const scoreViewOf = (preset: ScorePreset): ViewName => VIEWS[preset]

const ofSheet = { sheetId: withMeta(id('评分表'), { label: '评分表' }) }
/** Scores by the names of dimensions; numbers are checked by the rules of the batch. */
const dimScores = withMeta(
  z.record(z.string().min(1).max(30), z.number()).refine((scores) => Object.keys(scores).length <= 20, '评分维度不能超过 20 个'),
  { label: '维度得分' },
)
const scoresSent = z.record(z.string(), z.number())

const batchSent = z.object({
  batchId: id(),
  batchName: z.string(),
  reviewKind: reviewKind.schema,
  reviewStage: reviewStage.schema,
  batchStatus: batchStatus.schema,
  endTime: z.string(),
  /** Until the end, by the server's clock. */
  secondsLeft: z.number().int(),
  blindFlag: z.boolean(),
})

/** Works of the caller's own: batches of a screen, and the sheets of one of them. */
export const selectScoreQueue = call({
  path: '/expert/score/selectScoreQueue',
  title: '查询本人评分列表',
  access: permit('sheet:score'),
  request: body({ preset: choiceField(scorePreset), batchId: id('批次').optional() }),
  response: z.object({
    batches: z.array(batchSent.extend({ sheets: z.number().int(), submitted: z.number().int() })),
    /** The batch whose sheets these are: the one that was asked for, or the first that is open. */
    batchId: id().nullable(),
    items: z.array(
      z.object({
        ...ofSheet,
        itemNo: z.number().int(),
        /** Null where the batch is blind. */
        title: z.string().nullable(),
        sheetStatus: sheetStatus.schema,
        totalScore: z.number().nullable(),
        returned: z.boolean(),
      }),
    ),
    /** Mean and population deviation of the caller's own sheets of the batch that were handed in. */
    own: z.object({ mean: z.number(), deviation: z.number() }).nullable(),
  }),
})

/** One sheet with the work behind it and the rules that it is scored by. The work can be read until the end of the batch and not after it. */
export const readScoreSheet = call({
  path: '/expert/score/readScoreSheet',
  title: '打开评分表',
  access: permit('sheet:score'),
  request: body(ofSheet),
  response: z.object({
    ...ofSheet,
    assignmentId: id(),
    itemNo: z.number().int(),
    version: version(),
    sheetStatus: sheetStatus.schema,
    dimScores: scoresSent,
    totalScore: z.number().nullable(),
    comment: z.string().nullable(),
    submitTime: z.string().nullable(),
    /** Why it was sent back. */
    returnReason: z.string().nullable(),
    /** Why nothing can be changed; null while it can. */
    closed: z.string().nullable(),
    batch: batchSent.extend({
      dimensions: z.array(z.object({ dimName: z.string(), dimWeight: z.number(), dimMax: z.number(), dimDesc: z.string().nullable(), levels: z.string().nullable() })),
      commentBelow: z.number(),
      commentFrom: z.number(),
      seeOthers: seeOthers.schema,
    }),
    work: z.object({ title: z.string(), sections: z.array(z.object({ label: z.string(), text: z.string() })), files: z.array(z.object({ fileId: id(), fileName: z.string() })) }).nullable(),
    /** Sheets of the others without names; null where the rule does not show them. */
    others: z.array(z.object({ dimScores: scoresSent, totalScore: z.number().nullable(), comment: z.string().nullable() })).nullable(),
  }),
})

/** A file of the work, under the name that the sheet shows. */
export const readScoreFile = call({
  path: '/expert/score/readScoreFile',
  title: '查看评审材料',
  access: permit('sheet:score'),
  blob: true,
  request: body({ ...ofSheet, fileId: id('文件') }),
  response: z.unknown(),
})

const stateSent = z.object({ version: version(), dimScores: scoresSent, totalScore: z.number().nullable(), comment: z.string().nullable(), writeTime: z.string() })

/**
 * Keeps scores and comment as they are. `version` is the one that this page has last seen: where the sheet was saved elsewhere since, nothing is
 * written over, what was sent is kept as a version of its own and `current` comes back beside it.
 *
 * Without an audit row: it happens every two seconds, and each state that was ever saved is kept for good as a version of the sheet.
 */
export const saveScoreSheet = call({
  path: '/expert/score/saveScoreSheet',
  title: '暂存评分表',
  access: permit('sheet:score'),
  write: true,
  ownSettings: true,
  request: body({ ...ofSheet, version: version(), dimScores, comment: optionalText('评审意见', COMMENT_MOST) }),
  response: z.object({ saved: z.boolean(), sheetStatus: sheetStatus.schema, current: stateSent }),
})

/** Hands in what was saved, by the rules of the batch. */
export const submitScoreSheet = call({
  path: '/expert/score/submitScoreSheet',
  title: '提交评分',
  access: permit('sheet:score'),
  write: true,
  request: body({ ...ofSheet, version: version() }),
  response: z.object({ version: version(), totalScore: z.number(), submitTime: z.string() }),
})

/** Sends a sheet back to its expert. */
export const returnScoreSheet = call({
  path: '/expert/score/returnScoreSheet',
  title: '退回评分',
  access: permit('sheet:return'),
  write: true,
  request: body({ ...ofSheet, version: version(), reason: text('退回原因', 200) }),
  response: z.object({ version: version(), sheetStatus: sheetStatus.schema }),
})
