import { viewLink } from '@assoc/contract'
import { archiveType, PACK_MAX_MB, type packArchives } from '@assoc/contract/member/archive'
import { ZipFile } from 'yazl'
import type { Entity } from '../../../platform/access/entities'
import { loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import { writeWorkbook } from '../../../platform/excel/excel'
import { keepFile } from '../../../platform/files/store'
import { storedFiles } from '../../../platform/files/stored'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import { originSheet } from '../../../platform/resource/workbook'
import * as work from '../../../platform/work/work'
import * as repository from './repository'

export const PACK_JOB = 'member:packArchives'
const MB = 1024 * 1024

/** A name that every system can store; what tells folders apart is taken out. */
const safe = (name: string): string => name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')

/** A name that is not used yet in the pack: the second one of a name gets its number. */
function apart(name: string, used: Set<string>): string {
  const [, stem = name, end = ''] = /^(.*?)(\.[^.]+)?$/.exec(name) ?? []
  let wanted = name
  for (let n = 2; used.has(wanted); n += 1) wanted = `${stem}（${n}）${end}`
  used.add(wanted)
  return wanted
}

/** Packing of archives: the call that begins it and the job behind it. */
export function packer(entity: Entity) {
  return {
    async start({ db, principal, input, audit, job }: Context<typeof packArchives>) {
      const archives = await repository.archivesOf(db, principal, entity, input.memberId)
      const files = archives.flatMap((a) => a.papers)
      if (files.length === 0) throw refuse.inUse('该会员还没有可以打包的档案文件')
      const bytes = files.reduce((sum, file) => sum + file.fileSize, 0)
      if (bytes > PACK_MAX_MB * MB) throw refuse.inUse(`档案文件合计超过 ${PACK_MAX_MB} MB，请逐份下载`)
      const member = await repository.memberName(db, input.memberId)
      const workId = await work.insertWork(db, PACK_JOB, principal.userId, `打包会员档案（${member?.name ?? ''}）`, input, files.length)
      await job(PACK_JOB, { workId }, { maxAttempts: 3, key: `work:${workId}` })
      audit({ recordType: 'member', recordId: input.memberId, verb: 'packArchives', after: { count: files.length } })
      return { workId }
    },

    async run({ workId }: { workId: string }, platform: Platform): Promise<void> {
      const { db } = platform
      const begun = await work.startWork(db, workId)
      if (!begun) return
      try {
        const facts = await loadUserFacts(db, begun.user_id)
        if (!facts || facts.accountStatus !== 'normal' || !facts.principal.permits.has('member:archive:read')) return await work.failWork(db, workId, '您已没有查看会员档案的权限')
        const principal: Principal = { ...facts.principal, sessionId: '' }
        const { memberId } = begun.input as { memberId: string }
        const member = await repository.memberName(db, memberId)
        const packed = await pack(platform, await repository.archivesOf(db, principal, entity, memberId), (done) => work.tellProgress(db, workId, done), principal, { no: member?.no ?? '', name: member?.name ?? '' })
        if (!packed) return
        const fileName = `${member?.no ?? ''}${member?.name ?? ''}档案.zip`
        await db.transaction().execute(async (tx) => {
          const fileId = await keepFile(tx, platform.files, { fileName, contentType: 'application/zip', bytes: packed.bytes, ownerType: 'work', ownerId: workId, createBy: principal.userId })
          await work.finishWork(tx, { workId, userId: principal.userId, fileId, rows: packed.count, notice: { title: '会员档案已打包', content: `${fileName} 含 ${packed.count} 个文件。`, link: viewLink('rbac/ExportJob', { record: workId }) } })
        })
      } catch (error) {
        await work.failWork(db, workId, '打包中断，系统会自动重试')
        throw error
      }
    },
  }
}

/** A zip of the documents, a folder an archive, with a list of contents; undefined when the work was cancelled. */
async function pack({ db, files }: Platform, archives: repository.Packed[], tell: (done: number) => Promise<boolean>, principal: Principal, member: { no: string; name: string }): Promise<{ bytes: Buffer; count: number } | undefined> {
  const stored = await storedFiles(db, archives.flatMap((a) => a.papers.map((p) => p.fileId)))
  const keys = new Map(stored.map((file) => [file.fileId, file]))
  const zip = new ZipFile()
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
    zip.outputStream.on('end', resolve)
    zip.outputStream.on('error', reject)
    zip.on('error', reject)
  })
  done.catch(() => undefined)
  const rows: (string | number)[][] = []
  let count = 0
  for (const { archive_no, archive_type, title, papers } of archives) {
    const used = new Set<string>()
    for (const { fileId, fileName } of papers) {
      const file = keys.get(fileId)
      if (!file) continue
      const name = `${safe(archive_no)} ${safe(title)}/${apart(safe(fileName), used)}`
      zip.addReadStream(files.read(file.key), name)
      rows.push([archive_no, archiveType.labels[archive_type as keyof typeof archiveType.labels], title, name, file.size])
      count += 1
      if (!(await tell(count))) return undefined
    }
  }
  zip.addBuffer(await writeWorkbook([{ name: '档案清单', header: ['档案号', '档案类型', '题名', '文件', '字节数'], rows, widths: [16, 12, 40, 60, 14], formats: [null, null, null, null, '#,##0'], filter: true }, originSheet({ principal, filter: `会员：${member.name}（${member.no}）` }, rows.length)]), '档案清单.xlsx')
  zip.end()
  await done
  return { bytes: Buffer.concat(chunks), count }
}
