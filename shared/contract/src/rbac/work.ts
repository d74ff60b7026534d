import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { date, id, optionalText, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { workFields, workStatus } from '../platform/work'

/** A person's own exports and imports, with their progress. The list is read anew while work is under way. */
export const ownWork = resource({
  name: 'ownWork',
  label: '任务',
  fileTitle: '导出任务',
  base: '/user/work',
  callNames: { list: 'selectWorkByPage' },
  id: 'workId',
  fields: {},
  more: {
    ...workFields,
    finishTime: withMeta(z.string().nullable(), { label: '结束时间', show: 'instant' }),
    /** It may begin anew: what has failed, and exports that were taken back. */
    retryable: z.boolean(),
    /** Until when the file can be fetched; null while there is none. */
    expireTime: withMeta(z.string().nullable(), { label: '文件保留至', show: 'instant' }),
  },
  filters: { keyword: optionalText('任务', 30), workStatus: workStatus.schema.optional(), createTimeFrom: date('提交时间').optional(), createTimeTo: date('提交时间').optional() },
  view: 'rbac/ExportJob',
  facts: ['workStatus', 'createTime', 'finishTime'],
  sortable: ['createTime'],
  appendOnly: true,
  refreshes: { field: 'workStatus', while: ['queued', 'running'] },
  access: {
    read: signedIn,
    export: signedIn,
    actions: {
      download: { label: '下载', access: signedIn, single: true },
      retry: { label: '重试', access: signedIn },
      // Not 取消 alone: that is what the question's other button says.
      cancel: { label: '取消任务', access: signedIn, danger: true },
    },
  },
})

const one = body({ workId: id() })
const moved = z.object({ workStatus: workStatus.schema })

/** Takes back work that is waiting or under way. */
export const cancelWork = call({ path: '/user/work/cancelWork', title: '取消任务', access: signedIn, write: true, request: one, response: moved })

/** Does work again that has failed. */
export const retryWork = call({ path: '/user/work/retryWork', title: '重试任务', access: signedIn, write: true, request: one, response: moved })
