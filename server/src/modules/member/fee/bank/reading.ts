import { importStatement, type selectStatementResult as resultCall } from '@assoc/contract/member/bank'
import { loadUserFacts } from '../../../../platform/access/load-who'
import type { Who } from '../../../../platform/access/who'
import { writeAudit, type AuditEntry } from '../../../../platform/audit/audit'
import { refuse } from '../../../../platform/errors'
import { writeWorkbook } from '../../../../platform/excel/excel'
import { keepFile } from '../../../../platform/files/store'
import type { Context } from '../../../../platform/http/context'
import { addJob } from '../../../../platform/jobs/queue'
import type { Platform } from '../../../../platform/platform'
import type { Deed } from '../../../../platform/resource/definition'
import { exportName, localTime, XLSX } from '../../../../platform/resource/workbook'
import * as work from '../../../../platform/work/work'
import * as repository from './repository'
import { bookLines } from './service'
import { READ_JOB, type ReadInput } from './start'

/** Lines a step; each step is a transaction, and holds its members no longer than about a second. */
const STEP = 200

/** The job behind a long statement: step by step; lines that were read before, by whomever, are passed over. */
export async function readStatement({ workId }: { workId: string }, platform: Platform, pause: () => Promise<void> = async () => undefined): Promise<void> {
  const { db } = platform
  const begun = await work.startWork(db, workId)
  if (!begun) return
  const input = begun.input as ReadInput
  try {
    const facts = await loadUserFacts(db, begun.user_id)
    if (!facts || facts.accountStatus !== 'normal' || !facts.who.permits.has('fee:bank:import')) return await work.failWork(db, workId, '您已没有导入银行流水的权限')
    const who: Who = { ...facts.who, sessionId: '' }
    for (let at = 0; at < input.lines.length; at += STEP) {
      const lines = input.lines.slice(at, at + STEP)
      await readStep(platform, workId, who, lines)
      if (!(await work.tellProgress(db, workId, at + lines.length))) return
      await pause()
    }
    await finish(platform, workId, who, input)
  } catch (error) {
    await work.failWork(db, workId, '流水导入中断，系统会自动重试；已入账的流水不会重复')
    throw error
  }
}

async function readStep({ db }: Platform, workId: string, who: Who, lines: ReadInput['lines']): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const noted: AuditEntry[] = []
    const deed = { db: tx, who, input: {}, audit: (entry: AuditEntry) => void noted.push(entry), job: (name: string, payload: Record<string, unknown>, options?: object) => addJob(tx, name, payload, options) } as unknown as Deed
    const { added, matched } = await bookLines(deed, lines)
    if (added === 0) return
    const frame = { userId: who.userId, userName: who.realName, ip: '', requestId: `work${workId}`, path: importStatement.path, title: importStatement.title }
    await writeAudit(tx, frame, [...noted, { recordType: 'work', recordId: workId, verb: 'importStep', after: { added, matched } }])
  })
}

/** What a work has made of its statement; lines that others read meanwhile count as known. */
async function resultOf(db: Platform['db'], workId: string, userId: string) {
  const found = await repository.statementWork(db, workId, userId, READ_JOB)
  if (!found) throw refuse.notFound()
  const { lines, problems, total, read } = found.input as ReadInput
  const { added, matched } = await repository.readSince(db, lines, userId, found.since)
  return { total, added, known: read - added, matched, suspense: added - matched, problems }
}

export const selectStatementResult = ({ db, who, input }: Context<typeof resultCall>) => resultOf(db, input.workId, who.userId)

async function finish(platform: Platform, workId: string, who: Who, { fileName, lines, problems }: ReadInput): Promise<void> {
  const { db } = platform
  const { total, added, known, matched, suspense } = await resultOf(db, workId, who.userId)
  const bytes = await writeWorkbook([
    {
      name: '导入结果',
      header: ['项目', '内容'],
      rows: [['文件', fileName], ['数据行', total], ['新增流水', added], ['自动核销', matched], ['转入待认领', suspense], ['已读过', known], ['无法读取', problems.length], ['经办人', who.realName], ['完成时间', localTime(new Date())]],
      widths: [24, 40],
    },
    { name: '无法读取的行', header: ['行号', '原因'], rows: problems.map((p) => [p.row, p.message]), widths: [10, 60] },
  ])
  await db.transaction().execute(async (tx) => {
    const fileId = await keepFile(tx, platform.files, { fileName: exportName('银行流水导入结果'), contentType: XLSX, bytes, ownerType: 'work', ownerId: workId, createBy: who.userId })
    const content = `共 ${total} 行，新增 ${added} 笔：自动核销 ${matched} 笔，转入待认领 ${suspense} 笔${problems.length > 0 ? `；${problems.length} 行无法读取` : ''}。`
    await work.finishWork(tx, { workId, userId: who.userId, fileId, rows: lines.length, notice: { title: '银行流水导入完成', content, link: '/feeManage/bankStatement' } })
  })
}
