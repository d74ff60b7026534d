import type { downloadFile as downloadCall, uploadFile as uploadCall } from '@assoc/contract/platform/file'
import type { createUpload as beginCall, finishUpload as finishCall } from '@assoc/contract/platform/file-parts'
import { refuse } from '../../../platform/errors'
import { insertFile, looksLike } from '../../../platform/files/store'
import * as uploads from '../../../platform/files/uploads'
import type { Context } from '../../../platform/http/context'
import { extensionOf, mayReadFile, ruleOfPurpose } from '../../../platform/resource/files'
import { findFile } from '../../../platform/resource/files.repository'

const MB = 1024 * 1024

export async function uploadFile({ db, principal, input, files }: Context<typeof uploadCall>) {
  const rule = ruleOfPurpose(principal, input.purpose)
  if (!rule) throw refuse.forbidden()
  const [file, ...more] = files
  if (!file || more.length > 0) throw refuse.field('file', '请选择一个文件')
  const extension = extensionOf(file.fileName)
  if (!rule.exts.includes(extension)) throw refuse.field('file', `只能上传 ${rule.exts.join('、')} 格式的文件`)
  if (file.size > rule.maxMb * MB) throw refuse.field('file', `文件不能超过 ${rule.maxMb} MB`)
  if (file.size === 0) throw refuse.field('file', '文件是空的')
  if (!looksLike(extension, file.head)) throw refuse.field('file', '文件内容与扩展名不符')
  const fileId = await insertFile(db, await file.keep(), { fileName: file.fileName, contentType: file.contentType, ownerType: 'draft', createBy: principal.userId })
  return { fileId, fileName: file.fileName.slice(0, 150), fileSize: file.size }
}

export async function downloadFile({ db, principal, input, audit, platform }: Context<typeof downloadCall>) {
  const file = await findFile(db, input.fileId)
  if (!file || !(await mayReadFile({ db, principal }, file))) throw refuse.notFound()
  audit({ recordType: file.owner_type, recordId: file.owner_id, verb: 'downloadFile', after: { fileName: file.file_name } })
  return { fileName: file.file_name, contentType: 'application/octet-stream', body: platform.files.read(file.store_key) }
}

/** Kinds of large files, as they are told to a player. */
const CONTENT_TYPES: Readonly<Record<string, string>> = { mp4: 'video/mp4' }

export async function beginUpload({ db, principal, input, platform }: Context<typeof beginCall>) {
  const rule = ruleOfPurpose(principal, input.purpose)
  if (!rule?.inParts) throw refuse.forbidden()
  return uploads.beginUpload(db, platform.files, principal.userId, rule, input)
}

export const endUpload = ({ db, principal, input, platform }: Context<typeof finishCall>) =>
  uploads.finishUpload(db, platform.files, principal.userId, input.uploadId, (fileName) => CONTENT_TYPES[extensionOf(fileName)] ?? 'application/octet-stream')
