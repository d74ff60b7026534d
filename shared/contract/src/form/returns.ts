import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, id, ref, withMeta } from '../core/fields'
import { formRoundLookup } from './lookups'
import { form } from './permits'

// Workbooks that came back by mail: staff hand them in for the respondents, all of them at once.

/** Bounds of one zip. */
export const RETURNS = { files: 500, megabytes: 50, unpackedMegabytes: 200, fileMegabytes: 5 } as const

export const returnMode = choice('处理方式', { draft: '保存为暂存', submit: '保存并提交' })
export const returnResult = choice('处理结果', { waiting: '待处理', taken: '已采用', doubtful: '存疑', refused: '未采用' }, { waiting: 'grey', taken: 'green', doubtful: 'amber', refused: 'red' })

/** Takes a zip of workbooks for a round; a work goes through them one after the other. Who hands in for others does not certify what they handed in. */
export const uploadFormReturns = call({
  path: '/form/round/uploadFormReturns',
  title: '批量上传离线填报表',
  access: form('round:run'),
  write: true,
  multipart: true,
  maxMb: RETURNS.megabytes,
  request: body({ roundId: ref('发放', formRoundLookup), mode: withMeta(returnMode.schema, { label: '处理方式' }) }),
  response: z.object({ workId: id(), files: z.number().int() }),
})

/** What became of each file of a person's own upload. */
export const selectFormReturns = call({
  path: '/form/round/selectFormReturns',
  title: '查询离线填报表处理结果',
  access: form('round:run'),
  request: body({ workId: withMeta(id('任务'), { label: '任务' }) }),
  response: z.object({
    files: z.array(z.object({ fileName: z.string(), respondentName: z.string().nullable(), result: returnResult.schema, reason: z.string().nullable(), changes: z.number().int() })),
  }),
})
