import type { PassThrough } from 'node:stream'
import { today, localTime } from '@assoc/contract/core/day'
import { viewLink, type PermitCode } from '@assoc/contract'
import { loadUserFacts } from '../access/load-principal'
import { ZipFile } from 'yazl'
import type { Db } from '../database/database'
import { writeWorkbook, type SheetInput } from '../excel/excel'
import { storedFiles } from '../files/stored'
import { insertFile, keepReceived } from '../files/store'
import { addJob } from '../jobs/queue'
import { defineJob } from '../jobs/worker'
import type { Platform } from '../platform'
import * as work from '../work/work'
import * as repository from './person.repository'
import { personalTables, recordTable, type Person, type PersonalTable } from './register'

const JOB = 'personal:export'
const EXPORT_PERMIT: PermitCode = 'rbac:personal:export'
/** Rows of one table that are told; there are more of none but logs. */
const ROWS = 5000

interface Input {
  record: string
  recordId: string
}

/** Begins the export of all that is known about one person, as work of whoever asks; in the call's transaction. */
export async function beginExport(db: Db, userId: string, { record, recordId }: Input): Promise<string> {
  const workId = await work.insertWork(db, JOB, userId, '导出个人信息', { record, recordId }, personalTables().length)
  await addJob(db, JOB, { workId }, { maxAttempts: 3 })
  return workId
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return localTime(value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'fileName' in one)) return value.map((one) => (one as { fileName: string }).fileName).join('、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** One line a field: people read what stands there about them, they do not reckon with it. What has no label is told nobody. */
async function linesOf(platform: Platform, one: PersonalTable, person: Person): Promise<string[][]> {
  const fields = [...Object.entries(one.columns).map(([name, [label]]) => [name, label] as const), ...Object.entries(one.told ?? {})].filter(([, label]) => label !== '')
  const rows = await repository.toldRows(platform.db, one, person, ROWS)
  return rows.flatMap((row) =>
    fields.flatMap(([name, label]) => {
      const text = one.sealed?.shown === name ? platform.encryption.decrypt(String(row[one.sealed.text])) : shown(row[name])
      return text === '' || text === '{}' || text === '[]' ? [] : [[one.label, String(row[one.id]), label, text.slice(0, 30_000)]]
    }),
  )
}

async function sheetsOf(platform: Platform, person: Person, tell: (done: number) => Promise<boolean>): Promise<SheetInput[] | null> {
  const groups = new Map<string, string[][]>()
  let done = 0
  for (const one of personalTables()) {
    const lines = await linesOf(platform, one, person)
    if (lines.length > 0) groups.set(one.group, [...(groups.get(one.group) ?? []), ...lines])
    done += 1
    if (!(await tell(done))) return null
  }
  return [
    ...[...groups].map(([name, rows]): SheetInput => ({ name, header: ['项目', '记录', '字段', '内容'], widths: [20, 10, 20, 60], rows })),
    { name: '说明', header: ['项目', '内容'], widths: [14, 70], rows: [['导出时间', localTime(new Date())], ['范围', '本系统中与此人有关的全部记录；同一表只列最近 5000 行。上传的文件在“文件”目录中']] },
  ]
}

/** A name that every system can store. */
const safe = (name: string): string => name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')

async function run({ workId }: { workId: string }, platform: Platform): Promise<void> {
  const { db, files } = platform
  const begun = await work.startWork(db, workId)
  if (!begun) return
  const { record, recordId } = begun.input as Input
  const one = recordTable(record)
  const person = one && (await repository.findPerson(db, platform.encryption, one, recordId))
  if (!person) return work.failWork(db, workId, '记录已不存在')
  // As the rights are now: one's own, or with the permit for others'.
  const facts = await loadUserFacts(db, begun.user_id)
  const own = record === 'user' && recordId === begun.user_id
  if (!facts || facts.accountStatus !== 'normal' || (!own && !facts.principal.permits.has(EXPORT_PERMIT))) return work.failWork(db, workId, '您已没有导出的权限')
  try {
    const sheets = await sheetsOf(platform, person, (done) => work.tellProgress(db, workId, done))
    if (!sheets) return
    const zip = new ZipFile()
    const body = zip.outputStream as PassThrough
    zip.on('error', (error) => body.destroy(error as Error))
    zip.addBuffer(await writeWorkbook(sheets), '个人信息.xlsx')
    const ids = new Set<string>()
    for (const table of personalTables()) for (const id of await repository.fileIdsOf(db, table, person)) ids.add(id)
    for (const file of await storedFiles(db, [...ids])) zip.addReadStreamLazy(`文件/${file.fileId}-${safe(file.fileName)}`, (give) => give(null, files.read(file.key)))
    zip.end()
    const received = await files.receive(body as AsyncIterable<Buffer>)
    const keepDays = await platform.settings.parameter('work.keepDays')
    await keepReceived(db, files, received, async (tx, kept) => {
      const fileId = await insertFile(tx, kept, { fileName: `个人信息_${today()}.zip`, contentType: 'application/zip', ownerType: 'work', ownerId: workId, createBy: begun.user_id })
      const notice = { title: '个人信息导出完成', content: `文件保留 ${keepDays} 天，请妥善保管，用后删除。`, link: viewLink('rbac/ExportJob', { record: workId }) }
      if (!(await work.finishWork(tx, { workId, userId: begun.user_id, fileId, rows: personalTables().length, notice }))) throw new Error('cancelled')
    })
  } catch (error) {
    if (error instanceof Error && error.message === 'cancelled') return
    await work.failWork(db, workId, '导出失败，系统会自动重试')
    throw error
  }
}

defineJob(JOB, run)
