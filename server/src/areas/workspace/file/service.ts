import type { downloadFile as downloadCall, uploadFile as uploadCall } from '@assoc/contract/platform/file'
import type { createUpload as beginCall, finishUpload as finishCall } from '@assoc/contract/platform/file-parts'
import { refuse } from '../../../platform/errors'
import { insertFile } from '../../../platform/files/store'
import * as uploads from '../../../platform/files/uploads'
import type { Context } from '../../../platform/http/context'
import { extensionOf, mayReadFile, requiredUpload, ruleOfPurpose } from '../../../platform/resource/files'
import { findFile } from '../../../platform/resource/files.repository'

export async function uploadFile({ db, principal, input, files }: Context<typeof uploadCall>) {
  const rule = ruleOfPurpose(principal, input.purpose)
  if (!rule) throw refuse.forbidden()
  const file = requiredUpload(rule, files)
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
