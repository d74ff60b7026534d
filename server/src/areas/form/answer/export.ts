import { CODE, viewLink, type InputOf } from '@assoc/contract'
import * as calls from '@assoc/contract/form/answer'
import { loadUserFacts } from '../../../platform/access/load-principal'
import { has, type Principal } from '../../../platform/access/principal'
import { writeAudit } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { insertFile, keepReceived } from '../../../platform/files/store'
import type { Context, FileAnswer } from '../../../platform/http/context'
import { addJob } from '../../../platform/jobs/queue'
import { defineJob } from '../../../platform/jobs/worker'
import type { Platform } from '../../../platform/platform'
import { giveWay } from '../../../platform/traffic'
import * as work from '../../../platform/work/work'
import { fileOf, formatOf, paperOfAnswer, produce, statusesOf, type Asked } from '../export/produce'
import { countToExport } from '../export/repository'
import { paperPdf } from '../paper/pdf'
import { paperWord } from '../paper/word'
import { exportAnonymous } from '../anonymous/export'
import { isAnonymous } from '../anonymous/repository'
import { documentOfVersion } from './document'
import * as repository from './repository'
import { documentOfRound } from './versions'

// What was filled in leaves as files: a round as a whole, or one answer as a document.

type Input = InputOf<typeof calls.exportAnswerContent>

const JOB = 'form:export-answers'

async function readRound(db: Db, roundId: string) {
  const round = await repository.roundToExport(db, roundId)
  if (!round) throw refuse.notFound()
  const doc = await documentOfRound(db, roundId)
  if (!doc) throw refuse.notFound()
  return { roundName: round.roundName, doc }
}

const mayOpen = (principal: Principal): boolean => has(principal, 'pi:plain:view')

export async function exportAnswers({ db, principal, platform, input, request, audit }: Context<typeof calls.exportAnswerContent>): Promise<FileAnswer> {
  const { roundId } = input
  const { roundName, doc } = await readRound(db, roundId)
  if (await isAnonymous(db, roundId)) return exportAnonymous({ db, principal, audit }, { roundId, roundName })
  const opens = input.personal === 'plain' && Object.values(doc.questions).some(({ personal }) => personal)
  if (opens && !mayOpen(principal)) throw refuse.field('personal', '您没有查看个人信息明文的权限，请选择遮盖')
  if (opens && !input.reason?.trim()) throw refuse.field('reason', '导出个人信息明文，请填写导出原因')
  const total = await countToExport(db, roundId, statusesOf(input))
  const format = formatOf(input)
  const isPaper = format === 'docx' || format === 'pdf'
  if (isPaper && total === 0) throw refuse.field('answerStatus', '没有符合条件的填报')
  if (isPaper && total > calls.PAPERS_MOST) throw refuse.field('format', `共 ${total} 份，逐份文件一次最多 ${calls.PAPERS_MOST} 份，请按填报状态分次导出，或导出 Excel`)
  const entry = { recordType: 'formRound', recordId: roundId, verb: 'export', reason: input.reason ?? null, after: { format, values: input.values ?? 'labels', personal: opens ? 'plain' : 'masked', statuses: [...statusesOf(input)], count: total } }
  if (total <= calls.EXPORT_AT_ONCE[format]) {
    audit(entry)
    const asked: Asked = { input, roundName, doc, principal, encryption: platform.encryption }
    const { taken } = await produce(db, asked, held)
    return { ...fileOf(asked), body: taken }
  }
  const { path, title } = calls.exportAnswerContent
  const frame = { userId: principal.userId, userName: principal.realName, ip: request.ip, requestId: request.id, path, title }
  const workId = await db.transaction().execute(async (tx) => {
    const id = await work.insertWork(tx, JOB, principal.userId, `${title}：${roundName}`, input, total)
    await addJob(tx, JOB, { workId: id }, { maxAttempts: 3 })
    // The answer is a refusal, which notes nothing by itself.
    await writeAudit(tx, frame, [entry])
    return id
  })
  throw new Refusal(CODE.silent, `共 ${total} 份，已转为后台导出，完成后会通知您`, { workId })
}

async function held(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

/** Respondents after which the person is told how far it is, and it is looked whether they have cancelled. */
const TOLD_EVERY = 1000
const cancelled = new Error('cancelled')

/** The job behind a large export: made with the person's rights as they are now. What was cancelled meanwhile leaves no file. */
export async function runAnswerExport({ workId }: { workId: string }, platform: Platform): Promise<void> {
  const { db, files, traffic, encryption } = platform
  const begun = await work.startWork(db, workId)
  if (!begun) return
  const input = begun.input as Input
  const facts = await loadUserFacts(db, begun.user_id)
  const principal: Principal | null = facts && facts.accountStatus === 'normal' ? { ...facts.principal, sessionId: '' } : null
  if (!principal || !has(principal, 'form:answer:read') || (input.personal === 'plain' && !mayOpen(principal)) || !(await repository.mayReadRound(db, principal, input.roundId))) return work.failWork(db, workId, '您已没有导出的权限')
  const rest = giveWay(traffic)
  let told = 0
  const onRows = async (count: number) => {
    await rest()
    if (count - told < TOLD_EVERY) return
    told = count
    if (!(await work.tellProgress(db, workId, count))) throw cancelled
  }
  try {
    const asked: Asked = { input, ...(await readRound(db, input.roundId)), principal, encryption, onRows }
    const { taken: received, count } = await produce(db, asked, (bytes) => files.receive(bytes))
    const keepDays = await platform.settings.parameter('work.keepDays')
    const { fileName, contentType } = fileOf(asked)
    await keepReceived(db, files, received, async (tx, kept) => {
      const fileId = await insertFile(tx, kept, { fileName, contentType, ownerType: 'work', ownerId: workId, createBy: principal.userId })
      const notice = { title: '导出完成', content: `${asked.roundName}的填报导出已完成，共 ${count} 份。文件保留 ${keepDays} 天。`, link: viewLink('rbac/ExportJob', { record: workId }) }
      // Cancelled at the last moment: the file is taken back with the transaction.
      if (!(await work.finishWork(tx, { workId, userId: principal.userId, fileId, rows: count, notice }))) throw cancelled
    })
  } catch (error) {
    if (error === cancelled) return
    await work.failWork(db, workId, '导出失败，系统会自动重试')
    throw error
  }
}
defineJob<{ workId: string }>(JOB, runAnswerExport)

const TYPES = { pdf: 'application/pdf', docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' } as const

/** One answer as a document, with its personal answers masked. */
export async function answerPaper(db: Db, answerId: string, format: keyof typeof TYPES): Promise<FileAnswer> {
  const [answer, version] = [await repository.answerOfPaper(db, answerId), await repository.versionOfAnswer(db, answerId)]
  if (!answer || !version) throw refuse.notFound()
  const personal = Object.fromEntries((await repository.personalOf(db, answerId)).map(({ path, shown }) => [path, shown]))
  const paper = paperOfAnswer(await documentOfVersion(db, version), answer.roundName, { ...answer, personal })
  const name = `${answer.roundName}_${answer.respondentName}`.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')
  return { fileName: `${name}.${format}`, contentType: TYPES[format], body: await (format === 'pdf' ? paperPdf(paper) : paperWord(paper)) }
}

export async function exportPaper({ db, input, audit }: Context<typeof calls.exportAnswerPaper>): Promise<FileAnswer> {
  const file = await answerPaper(db, input.answerId, input.format)
  audit({ recordType: 'formAnswer', recordId: input.answerId, verb: 'export', after: { format: input.format } })
  return file
}
