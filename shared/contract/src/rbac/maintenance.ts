import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, id, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { rbac } from './permits'

/** The maintenance jobs that there are. Nothing else can be run: no statement, no parameter but the reason. */
export const maintenanceJob = choice('操作', {
  verifyAudit: '校验操作日志封存',
  rebuildUserSearch: '重建用户检索索引',
  dropSessions: '清理失效会话',
  dropDrafts: '清理陈旧草稿',
  dropNotices: '清理陈旧已读消息',
  expireFiles: '清理到期导出文件',
  analyzeTables: '更新查询统计信息',
  checkFormValues: '核对填报统计数据',
  repairFormValues: '重建填报统计数据',
})

/** What each job does, in the words of the page. */
export const maintenanceText: Record<(typeof maintenanceJob.keys)[number], string> = {
  verifyAudit: '重新计算操作日志的全部封存，核对有无改动或缺失。只读取，不修改数据。',
  rebuildUserSearch: '按账号、姓名、拼音首字母和手机号重新生成用户的检索内容，修正按关键字找不到的用户。',
  dropSessions: '删除已结束或已过期超过一天的登录会话，不影响在线用户。',
  dropDrafts: '删除 90 天未动过的表单草稿，不能恢复。',
  dropNotices: '删除一年前已读的消息，未读消息保留。',
  expireFiles: '立即清理已过保留天数的导出文件，任务记录保留。',
  analyzeTables: '更新全部数据表的统计信息。大批量导入或清理后列表变慢时使用。',
  checkFormValues: '按填报内容重新计算统计数据并与现有的核对，列出不符的填报。只读取，不修改数据。',
  repairFormValues: '按填报内容重新生成不符的统计数据，填报内容不变。',
}

export const runStatus = choice(
  '状态',
  { queued: '排队中', running: '执行中', done: '已完成', failed: '失败', skipped: '已跳过' },
  { queued: 'amber', running: 'blue', done: 'green', failed: 'red', skipped: 'grey' },
)

/** The run log: who ran which job, when, why, and what came of it. */
export const maintenanceRun = resource({
  name: 'maintenanceRun',
  label: '执行记录',
  base: '/user/maintenance',
  id: 'runId',
  fields: {},
  more: {
    jobCode: choiceField(maintenanceJob),
    runStatus: choiceField(runStatus),
    userName: withMeta(z.string(), { label: '执行人' }),
    reason: withMeta(z.string(), { label: '原因' }),
    createTime: withMeta(z.string(), { label: '提交时间', show: 'instant' }),
    rowsTouched: withMeta(z.number().int().nullable(), { label: '影响行数', show: 'count' }),
    durationMs: withMeta(z.number().int().nullable(), { label: '耗时（毫秒）', show: 'count' }),
    result: withMeta(z.string().nullable(), { label: '结果' }),
  },
  filters: { jobCode: maintenanceJob.schema.optional(), runStatus: runStatus.schema.optional() },
  facts: ['runStatus', 'userName', 'createTime', 'rowsTouched'],
  sortable: ['createTime'],
  access: { read: rbac('maintenance:read') },
})

/** The jobs with what became of the last run of each. */
export const selectMaintenanceJobs = call({
  path: '/user/maintenance/selectMaintenanceJobs',
  title: '查询数据库操作',
  access: rbac('maintenance:read'),
  background: true,
  request: body({}),
  response: z.array(
    z.object({
      jobCode: choiceField(maintenanceJob),
      last: z.object({ runStatus: choiceField(runStatus), createTime: z.string(), userName: z.string(), result: z.string().nullable() }).nullable(),
    }),
  ),
})

/** Runs one job. B00006 while a run of the same job waits or is under way. */
export const runMaintenance = call({
  path: '/user/maintenance/runMaintenance',
  title: '执行数据库操作',
  access: rbac('maintenance:run'),
  write: true,
  request: body({ jobCode: choiceField(maintenanceJob), reason: text('原因', 200, 2) }),
  response: z.object({ runId: id() }),
})
