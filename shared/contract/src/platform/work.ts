import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { choice, choiceField, id, withMeta } from '../core/fields'

/** Exports above this many rows become a job. */
export const EXPORT_NOW_LIMIT = 5000
/** Largest import: rows and bytes. */
export const IMPORT_MAX_ROWS = 50_000
export const IMPORT_MAX_BYTES = 50 * 1024 * 1024

export const workStatus = choice(
  '任务状态',
  { queued: '排队中', running: '处理中', done: '已完成', failed: '失败', cancelled: '已取消', expired: '已过期' },
  { queued: 'amber', running: 'blue', done: 'green', failed: 'red', cancelled: 'grey', expired: 'grey' },
)

/** A long piece of work of the person: an export or import with its progress. */
export const workFields = {
  title: withMeta(z.string(), { label: '任务' }),
  workStatus: choiceField(workStatus),
  doneRows: withMeta(z.number().int(), { label: '已处理', show: 'count' }),
  totalRows: withMeta(z.number().int(), { label: '总数', show: 'count' }),
  fileName: withMeta(z.string().nullable(), { label: '文件' }),
  errorMessage: withMeta(z.string().nullable(), { label: '原因' }),
  createTime: withMeta(z.string(), { label: '提交时间', show: 'instant' }),
}
export const workRow = z.object({ workId: id(), ...workFields })

export const selectWork = call({
  path: '/user/work/selectWork',
  title: '查询任务进度',
  access: signedIn,
  background: true,
  request: body({ workId: id() }),
  response: workRow,
})

/** The finished file of the person's own export. */
export const downloadWorkFile = call({
  path: '/user/work/downloadWorkFile',
  title: '下载任务文件',
  access: signedIn,
  blob: true,
  request: body({ workId: id() }),
  response: z.unknown(),
})

export const auditEntry = z.object({
  auditId: id(),
  time: z.string(),
  userName: z.string(),
  title: z.string(),
  reason: z.string().nullable(),
  /** Fields that changed, with the label of the contract; personal data is masked. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
