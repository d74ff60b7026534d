import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, ref, withMeta } from '../core/fields'
import { answerStatus } from './answer'
import { formRoundLookup } from './lookups'
import { form } from './permits'

/** What a change of a form means for answers that are there. */
export const changeKind = choice('影响', { breaks: '与以前的答案不再可比', statistics: '影响统计口径', harmless: '不影响已有答案' })

/** Answers of which a preview tells what they would lose; more are counted. */
export const LOSSES_TOLD = 200

const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })
const target = { roundId: ref('发放', formRoundLookup), versionNo: withMeta(z.number().int().min(1).max(100_000), { label: '版本' }) }

/** Newer versions that a running round can be moved to. */
export const selectMoveTargets = call({
  path: '/form/round/selectMoveTargets',
  title: '查询可换用的版本',
  access: form('round:run'),
  request: body({ roundId: target.roundId }),
  response: z.object({ versionNo: z.number().int(), versions: z.array(z.object({ versionNo: z.number().int(), createTime: z.string(), userName: z.string() })) }),
})

/** What moving a running round to a newer version would do: to figures by change, to what was typed by answer. Nothing is changed. */
export const previewRoundMove = call({
  path: '/form/round/previewRoundMove',
  title: '预览换用新版本',
  access: form('round:run'),
  request: body(target),
  response: z.object({
    /** The version that the round has now. */
    versionNo: z.number().int(),
    changes: z.array(z.object({ kind: changeKind.schema, at: z.string(), message: z.string() })),
    /** Why the round cannot be moved; empty when it can. */
    refused: z.array(z.string()),
    empty: count('未填'),
    drafts: count('暂存'),
    /** Handed in, sent back or void: they keep their version. */
    kept: count('保持原版本'),
    /** Answers in which something would no longer count. */
    losing: count('有内容受影响'),
    losses: z.array(
      z.object({
        respondentName: z.string(),
        answerStatus: answerStatus.schema,
        values: z.array(z.object({ label: z.string(), value: z.string(), why: z.string() })),
      }),
    ),
  }),
})

/** Moves a running round to a newer version: empty answers and drafts go along with all that is typed, what was handed in keeps its version. */
export const moveRound = call({
  path: '/form/round/moveRound',
  title: '换用新版本',
  access: form('round:run'),
  write: true,
  request: body(target),
  response: z.object({ moved: count('已换用') }),
})
