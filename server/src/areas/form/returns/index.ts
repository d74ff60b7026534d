import { readFile } from 'node:fs/promises'
import { viewLink, type ResponseOf } from '@assoc/contract'
import { returnMode, returnResult, selectFormReturns, uploadFormReturns } from '@assoc/contract/form/returns'
import { loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { readBook, writeWorkbook } from '../../../platform/excel/excel'
import { insertFile, keepFile } from '../../../platform/files/store'
import { storedFiles } from '../../../platform/files/stored'
import { handle, type Context } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import type { Platform } from '../../../platform/platform'
import { letGoOf } from '../../../platform/resource/files.repository'
import { inJob } from '../../../platform/resource/in-job'
import { originSheet, XLSX } from '../../../platform/resource/workbook'
import * as work from '../../../platform/work/work'
import { holdRound } from '../round/repository'
import { takeBook, type Taken } from './take'
import * as repository from './repository'
import { bytesOf, checkedFiles, readFiles, type ZippedFile } from './zip'

// Many workbooks in one zip. Each is a transaction of its own in which its row is settled, so that a process that ends in the middle leaves
// files that are taken and files that wait, and none in between.

const JOB = 'form:takeReturns'
const PERMIT = 'form:round:run'

async function uploadReturns({ db, principal, input, files, audit, job }: Context<typeof uploadFormReturns>): Promise<ResponseOf<typeof uploadFormReturns>> {
  const [file] = files
  if (!file || !/\.zip$/i.test(file.fileName)) throw refuse.field('file', '请上传 .zip 压缩包')
  // Before anything is held: unpacking takes its time.
  const zipped = await checkedFiles(await readFile(file.path))
  const round = await holdRound(db, input.roundId)
  if (!round) throw refuse.notFound()
  if (round.roundStatus !== 'filling') throw refuse.inUse('只有填报中的发放可以上传填报表')
  const workId = await work.insertWork(db, JOB, principal.userId, `上传离线填报表（${file.fileName}）`, { roundId: input.roundId }, zipped.length)
  const fileId = await insertFile(db, await file.keep(), { fileName: file.fileName, contentType: 'application/zip', ownerType: 'formReturn', ownerId: workId, createBy: principal.userId })
  await repository.insertReturn(db, { roundId: input.roundId, workId, fileId, mode: input.mode, userId: principal.userId }, zipped.map(({ name }) => name))
  await job(JOB, { workId }, { maxAttempts: 5, key: `work:${workId}` })
  audit({ recordType: 'formRound', recordId: input.roundId, verb: 'uploadReturns', after: { fileName: file.fileName, count: zipped.length, mode: returnMode.labels[input.mode] } })
  return { workId, files: zipped.length }
}

async function selectReturns({ db, principal, input }: Context<typeof selectFormReturns>): Promise<ResponseOf<typeof selectFormReturns>> {
  const own = await work.ownWork(db, input.workId, principal.userId, JOB)
  const found = own && (await repository.returnOfWork(db, input.workId))
  if (!found) throw refuse.notFound()
  return { files: await repository.filesOfReturn(db, found.returnId) }
}

async function zipOf(platform: Platform, fileId: string): Promise<Buffer> {
  const [stored] = await storedFiles(platform.db, [fileId])
  if (!stored) throw new Error('the zip of an upload is gone')
  const parts: Buffer[] = []
  for await (const part of platform.files.read(stored.key)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Goes through the files that wait; begun again after a crash it goes on with those. */
export async function takeReturns({ workId }: { workId: string }, platform: Platform): Promise<void> {
  const { db } = platform
  const begun = await work.startWork(db, workId)
  const found = begun && (await repository.returnOfWork(db, workId))
  if (!begun || !found) return
  try {
    const facts = await loadUserFacts(db, begun.user_id)
    if (!facts || facts.accountStatus !== 'normal' || !facts.principal.permits.has(PERMIT)) return await work.failWork(db, workId, '您已没有下发发放的权限')
    const principal: Principal = { ...facts.principal, sessionId: '' }
    const files = readFiles(await zipOf(platform, found.fileId))
    for (const entryNo of await repository.waitingFiles(db, found.returnId)) {
      await takeOne(platform, principal, found, entryNo, files[entryNo])
      if (!(await work.tellProgress(db, workId, entryNo + 1))) return
    }
    await finish(platform, principal, found, workId)
  } catch (error) {
    await work.failWork(db, workId, '处理中断，系统会自动重试')
    throw error
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof repository.returnOfWork>>>

async function takeOne(platform: Platform, principal: Principal, { returnId, roundId, mode }: Found, entryNo: number, file: ZippedFile | undefined): Promise<void> {
  const refused = (reason: string, result: 'doubtful' | 'refused' = 'refused') => repository.settleFile(platform.db, returnId, entryNo, { result, reason, answerId: null, changes: 0 })
  if (!file) return void (await refused('压缩包中没有这个文件'))
  if (!/\.xlsx$/i.test(file.name)) return void (await refused('不是 .xlsx 文件'))
  const bytes = await bytesOf(file)
  if (!bytes) return void (await refused('文件过大'))
  const book = await readBook(bytes).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  if (book instanceof Refusal) return void (await refused(sentenceOf(book)))
  try {
    await inJob(
      platform,
      '代为上传离线填报表',
      async (action) => {
        if (!(await repository.holdFile(action.db, returnId, entryNo))) return
        const taken = await takeBook(action, { book, roundId, mode, isTwice: (answerId) => repository.isTakenTwice(action.db, returnId, answerId) })
        await repository.settleFile(action.db, returnId, entryNo, settled(taken))
      },
      principal,
    )
  } catch (error) {
    // What was refused has taken nothing; a fault of ours is tried again with the whole work.
    if (!(error instanceof Refusal)) throw error
    await refused(sentenceOf(error), 'doubtful')
  }
}

const settled = ({ answerId, changes, problem, result }: Taken): repository.Settled => ({ result, reason: problem ?? null, answerId: answerId ?? null, changes })

const sentenceOf = (error: Refusal): string => {
  const fields = (error.data as { fields?: { message: string }[] } | undefined)?.fields ?? []
  return fields.length > 0 ? fields.slice(0, 5).map(({ message }) => message).join('；') : error.message
}

async function finish(platform: Platform, principal: Principal, { returnId, fileId }: Found, workId: string): Promise<void> {
  const { db, files } = platform
  const rows = await repository.filesOfReturn(db, returnId)
  const bytes = await writeWorkbook([
    { name: '处理结果', header: ['文件', '填报对象', '结果', '采用处数', '原因'], rows: rows.map((row) => [row.fileName, row.respondentName ?? '', returnResult.labels[row.result], row.changes, row.reason ?? '']), widths: [40, 24, 10, 10, 60], filter: true },
    originSheet({ principal, filter: '批量上传离线填报表' }, rows.length),
  ])
  const count = (result: repository.Result) => rows.filter((row) => row.result === result).length
  await db.transaction().execute(async (tx: Db) => {
    const resultId = await keepFile(tx, files, { fileName: '离线填报表处理结果.xlsx', contentType: XLSX, bytes, ownerType: 'work', ownerId: workId, createBy: principal.userId })
    await letGoOf(tx, [fileId])
    await work.finishWork(tx, { workId, userId: principal.userId, fileId: resultId, rows: rows.length, notice: { title: '离线填报表已处理', content: `已采用 ${count('taken')} 个，存疑 ${count('doubtful')} 个，未采用 ${count('refused')} 个。`, link: viewLink('rbac/ExportJob', { record: workId }) } })
  })
}

defineJob<{ workId: string }>(JOB, takeReturns)

/** Workbooks that staff hand in for respondents. */
export const returns: ServerModule = { bindings: [handle(uploadFormReturns, uploadReturns), handle(selectFormReturns, selectReturns)] }
