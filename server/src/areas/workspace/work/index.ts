import * as calls from '@assoc/contract/platform/work'
import * as own from '@assoc/contract/rbac/work'
import { sinceDay, untilDay } from '../../../platform/database/day'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import { expireWork } from '../../../platform/work/expire'
import * as list from './list.service'
import { workSeed } from './seed'
import { computed, ofPerson } from './list.repository'
import * as service from './service'

defineJob('work:expire', async (_payload, platform) => void (await expireWork(platform)), '41 19 * * *')

// The machinery moves work from status to status; these are what its owner may do themselves.
const ownWork = mountResource(own.ownWork, {
  table: 'work',
  computed,
  rowFilter: ofPerson,
  keyword: { columns: ['title'] },
  filters: { createTimeFrom: sinceDay('create_time'), createTimeTo: untilDay('create_time') },
  order: { field: 'createTime', direction: 'desc' },
  may: (_principal, { workStatus, fileName, retryable }, verb) => {
    if (verb === 'download') return workStatus === 'done' && fileName !== null
    if (verb === 'retry') return retryable || '只有失败的任务和已取消的导出可以重试'
    return workStatus === 'queued' || workStatus === 'running' || '任务已结束，不能取消'
  },
  actions: {
    retry: (action, row) => list.retry(action, row.workId, row.workStatus),
    cancel: (action, row) => list.cancel(action, row.workId, row.workStatus),
  },
})

export const work: ServerModule = {
  bindings: [
    handle(calls.selectWork, service.selectWork),
    handle(calls.downloadWorkFile, service.downloadWorkFile),
    ...ownWork.bindings,
    handle(own.cancelWork, list.cancelWork),
    handle(own.retryWork, list.retryWork),
  ],
  seeds: [workSeed],
}
