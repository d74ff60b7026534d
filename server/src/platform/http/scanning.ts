import { CODE } from '@assoc/contract'
import { noteRefusal, type AuditFrame } from '../audit/audit'
import { refuse } from '../errors'
import type { Platform } from '../platform'
import type { UploadedFile } from './context'

/** Has a file looked through where a scanner is configured; refuses what is infected, and everything while the scanner does not answer. */
export async function requireClean({ db, log, scanner }: Pick<Platform, 'db' | 'log' | 'scanner'>, file: UploadedFile, frame: AuditFrame): Promise<void> {
  if (!scanner) return
  const { fileName, size, sha256, path } = file
  const found = await scanner.scan(path).catch((error: unknown) => {
    log.error({ err: error, requestId: frame.requestId }, 'the virus scanner does not answer')
    throw refuse.tooMany(60, '病毒扫描服务暂时没有应答，文件未上传，请稍后重试或联系系统管理员')
  })
  if (found === null) return
  log.warn({ requestId: frame.requestId, userId: frame.userId, fileName, sha256, virus: found }, 'an infected file was refused')
  await noteRefusal(db, { ...frame, code: CODE.input }, { recordType: 'upload', recordId: null, verb: 'infected', reason: found, after: { fileName, size, sha256 } })
  throw refuse.field('file', '文件中发现病毒，已拒绝上传')
}
