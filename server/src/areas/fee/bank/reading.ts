import { viewLink } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import type { selectStatementResult as resultCall } from '@assoc/contract/fee/bank'
import { confirmBatch } from '@assoc/contract/fee/bank-statement'
import { loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import { writeAudit, type AuditEntry } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import { writeWorkbook } from '../../../platform/excel/excel'
import { keepFile } from '../../../platform/files/store'
import type { Context } from '../../../platform/http/context'
import { addJob } from '../../../platform/jobs/queue'
import type { Platform } from '../../../platform/platform'
import type { Action } from '../../../platform/resource/definition'
import { exportName, XLSX } from '../../../platform/resource/workbook'
import * as work from '../../../platform/work/work'
import { toldOf } from './batch'
import * as repository from './batch.repository'
import { problemSheet } from './file'
import type { LineToBook } from './repository'
import { bookLines } from './service'
import { READ_JOB, type ReadInput } from './start'

/** Lines a step; each step is a transaction, and holds its members no longer than about a second. */
const STEP = 200

/** The job behind a long batch: step by step; lines that were read before, by whomever, are passed over. */
export async function readStatement({ workId }: { workId: string }, platform: Platform, pause: () => Promise<void> = async () => undefined): Promise<void> {
  const { db } = platform
  const begun = await work.startWork(db, workId)
  if (!begun) return
  const { batchId } = begun.input as ReadInput
  // Of before batches were shown first.
  if (!batchId) return await work.failWork(db, workId, '系统已更新，请重新导入该文件；已入账的流水不会重复')
  try {
    const facts = await loadUserFacts(db, begun.user_id)
    if (!facts || facts.accountStatus !== 'normal' || !facts.principal.permits.has('fee:bank:import')) return await work.failWork(db, workId, '您已没有导入银行流水的权限')
    const principal: Principal = { ...facts.principal, sessionId: '' }
    let [done, after] = [0, 0]
    for (let lines = await repository.toBook(db, batchId, after, STEP); lines.length > 0; lines = await repository.toBook(db, batchId, after, STEP)) {
      await readStep(platform, workId, principal, lines)
      done += lines.length
      after = lines.at(-1)?.row ?? after
      if (!(await work.tellProgress(db, workId, done))) return
      await pause()
    }
    await finish(platform, workId, principal, done)
  } catch (error) {
    await work.failWork(db, workId, '流水导入中断，系统会自动重试；已入账的流水不会重复')
    throw error
  }
}

async function readStep({ db }: Platform, workId: string, principal: Principal, lines: readonly LineToBook[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const noted: AuditEntry[] = []
    const action = { db: tx, principal, input: {}, audit: (entry: AuditEntry) => void noted.push(entry), job: (name: string, payload: Record<string, unknown>, options?: object) => addJob(tx, name, payload, options) } as unknown as Action
    const { added, matched } = await bookLines(action, lines)
    if (added === 0) return
    const frame = { userId: principal.userId, userName: principal.realName, ip: '', requestId: `work${workId}`, path: confirmBatch.path, title: confirmBatch.title }
    await writeAudit(tx, frame, [...noted, { recordType: 'work', recordId: workId, verb: 'importStep', after: { added, matched } }])
  })
}

/** What a work has made of its batch; lines that others read meanwhile count as known. */
async function resultOf(db: Platform['db'], workId: string, userId: string) {
  const found = await work.ownWork(db, workId, userId, READ_JOB)
  const { batchId } = (found?.input ?? {}) as Partial<ReadInput>
  const batch = batchId ? await repository.findBatch(db, batchId, userId) : undefined
  if (!found || !batch || !batchId) throw refuse.notFound()
  const { read, added, matched } = await repository.bookedSince(db, batchId, userId, found.since)
  return { batch, result: { total: batch.total, added, known: read - added, matched, suspense: added - matched, ...toldOf(batch.problems) } }
}

export const selectStatementResult = ({ db, principal, input }: Context<typeof resultCall>) => resultOf(db, input.workId, principal.userId).then(({ result }) => result)

async function finish(platform: Platform, workId: string, principal: Principal, done: number): Promise<void> {
  const { db } = platform
  const { batch, result } = await resultOf(db, workId, principal.userId)
  const { fileName, header, problems } = batch
  const { total, added, known, matched, suspense } = result
  const bytes = await writeWorkbook([
    {
      name: '导入结果',
      header: ['项目', '内容'],
      rows: [['文件', fileName], ['数据行', total], ['新增流水', added], ['自动核销', matched], ['转入待认领', suspense], ['已读过', known], ['无法读取', problems.length], ['经办人', principal.realName], ['完成时间', localTime(new Date())]],
      widths: [24, 40],
    },
    problemSheet(header, problems),
  ])
  await db.transaction().execute(async (tx) => {
    const fileId = await keepFile(tx, platform.files, { fileName: exportName('银行流水导入结果'), contentType: XLSX, bytes, ownerType: 'work', ownerId: workId, createBy: principal.userId })
    const content = `共 ${total} 行，新增 ${added} 笔：自动核销 ${matched} 笔，转入待认领 ${suspense} 笔${problems.length > 0 ? `；${problems.length} 行无法读取` : ''}。`
    await work.finishWork(tx, { workId, userId: principal.userId, fileId, rows: done, notice: { title: '银行流水导入完成', content, link: viewLink('member/BankStatement') } })
  })
}
