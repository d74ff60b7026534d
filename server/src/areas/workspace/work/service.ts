import { once } from 'node:events'
import type * as calls from '@assoc/contract/platform/work'
import { iso } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as repository from './repository'

/** Progress of the person's own work; N00001 for anybody else's. */
export async function selectWork({ db, principal, input }: Context<typeof calls.selectWork>) {
  const row = await repository.findWork(db, principal.userId, input.workId)
  if (!row) throw refuse.notFound()
  return {
    workId: row.work_id,
    title: row.title,
    workStatus: row.work_status,
    doneRows: row.done_rows,
    totalRows: row.total_rows,
    fileName: row.file_name,
    errorMessage: row.error_message,
    createTime: iso(row.create_time),
  }
}

/** The file of the person's own finished work. B00006 while there is none yet, or no longer. */
export async function downloadWorkFile({ db, principal, input, platform, audit }: Context<typeof calls.downloadWorkFile>) {
  const row = await repository.findWork(db, principal.userId, input.workId)
  if (!row) throw refuse.notFound()
  if (row.work_status === 'expired') throw refuse.inUse('文件已过期，请重新导出')
  if (row.work_status !== 'done' || !row.store_key || !row.file_name) throw refuse.inUse('文件尚未生成，请稍后再试')
  const body = platform.files.read(row.store_key)
  try {
    // Bytes that are gone must be told before the answer begins; afterwards it could only break off.
    await once(body, 'readable')
  } catch {
    throw refuse.inUse('文件已过期，请重新导出')
  }
  audit({ recordType: 'work', recordId: row.work_id, verb: 'download' })
  return { fileName: row.file_name, contentType: row.content_type ?? 'application/octet-stream', body }
}
