import { viewLink } from '@assoc/contract'
import { inParts, streamWorkbook } from '../excel/excel'
import { insertFile, keepReceived } from '../files/store'
import type { FileAnswer } from '../http/context'
import type { Platform } from '../platform'
import { giveWay } from '../traffic'
import * as work from '../work/work'
import type { Row } from './definition'
import { exportName, sheetsOf, XLSX, type Export } from './workbook'

/** The file of an export whose rows are few enough to be held. */
export async function exportNow(file: Omit<Export, 'parts'>, rows: readonly Row[]): Promise<FileAnswer> {
  const held: Buffer[] = []
  await streamWorkbook(sheetsOf({ ...file, parts: () => inParts(rows) }), async (bytes) => {
    for await (const part of bytes) held.push(part)
  })
  return { fileName: exportName(file.what), contentType: XLSX, body: Buffer.concat(held) }
}

/** Rows after which the person is told how far it is, and it is looked whether they have cancelled. */
const TOLD_EVERY = 5000

const cancelled = new Error('cancelled')

/**
 * The part of a job that makes a large export: rows go from the database into the file as they come, the file is kept and the person
 * told. What was cancelled meanwhile leaves no file. A failure is noted at the work and thrown, for the queue to try again.
 */
export async function exportInWork(platform: Platform, { workId, userId, label }: { workId: string; userId: string; label: string }, file: Export): Promise<void> {
  const { db, files, traffic } = platform
  let [count, told] = [0, 0]
  const rest = giveWay(traffic)
  async function* counted() {
    for await (const part of file.parts()) {
      count += part.length
      if (count - told >= TOLD_EVERY) {
        told = count
        if (!(await work.tellProgress(db, workId, count))) throw cancelled
      }
      yield part
      await rest()
    }
  }
  try {
    const received = await streamWorkbook(sheetsOf({ ...file, parts: counted }), (bytes) => files.receive(bytes))
    const keepDays = await platform.settings.parameter('work.keepDays')
    await keepReceived(db, files, received, async (tx, kept) => {
      const fileId = await insertFile(tx, kept, { fileName: exportName(file.what), contentType: XLSX, ownerType: 'work', ownerId: workId, createBy: userId })
      const notice = { title: '导出完成', content: `${label}导出已完成，共 ${count} 行。文件保留 ${keepDays} 天。`, link: viewLink('rbac/ExportJob', { record: workId }) }
      // Cancelled at the last moment: the file is taken back with the transaction.
      if (!(await work.finishWork(tx, { workId, userId, fileId, rows: count, notice }))) throw cancelled
    })
  } catch (error) {
    if (error === cancelled) return
    await work.failWork(db, workId, '导出失败，系统会自动重试')
    throw error
  }
}
