import { z } from 'zod'
import { body, call, pageOf, pageQuery, signedIn } from '../core/call'
import { date, id, optionalText, withMeta } from '../core/fields'
import { workRow, workStatus } from '../platform/work'

/** A person's own piece of work as their list shows it. `abilities`: download, cancel, retry. */
export const ownWorkRow = workRow.extend({
  finishTime: withMeta(z.string().nullable(), { label: '结束时间', show: 'instant' }),
  /** Until when the file can be fetched; null while there is none. */
  expireTime: withMeta(z.string().nullable(), { label: '文件保留至', show: 'instant' }),
  abilities: z.array(z.string()),
})

export const selectWorkByPage = call({
  path: '/user/work/selectWorkByPage',
  title: '查询本人任务',
  access: signedIn,
  background: true,
  request: pageQuery(
    { keyword: optionalText('任务', 30), workStatus: workStatus.schema.optional(), createTimeFrom: date('提交时间').optional(), createTimeTo: date('提交时间').optional() },
    ['createTime'],
  ),
  response: pageOf(ownWorkRow),
})

const one = body({ workId: id() })
const moved = z.object({ workStatus: workStatus.schema })

/** Takes back work that is waiting or under way. */
export const cancelWork = call({ path: '/user/work/cancelWork', title: '取消任务', access: signedIn, write: true, request: one, response: moved })

/** Does work again that has failed. */
export const retryWork = call({ path: '/user/work/retryWork', title: '重试任务', access: signedIn, write: true, request: one, response: moved })
