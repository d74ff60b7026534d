import { CODE } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import type { openMaterial as openCall, selectMaterialsOfMeeting as listCall } from '@assoc/contract/meeting/material'
import { Refusal, refuse } from '../../../platform/errors'
import { storedFiles } from '../../../platform/files/stored'
import type { Context } from '../../../platform/http/context'
import { StampError, stampPdf, type StampFault } from '../../../platform/pdf/stamp'
import * as repository from './repository'

export async function materialsOfMeeting({ db, principal, input }: Context<typeof listCall>) {
  const rows = await repository.ofMeeting(db, principal, input.meetId)
  return rows.flatMap(({ materialId, materialName, file, createTime }) => file.slice(0, 1).map(({ fileName, fileSize }) => ({ materialId, materialName, fileName, fileSize, createTime: createTime.toISOString() })))
}

export const isPdfName = (fileName: string): boolean => /\.pdf$/i.test(fileName)

export const STAMP_FAULTS: Readonly<Record<StampFault, string>> = {
  encrypted: '该 PDF 有密码或编辑限制，无法加水印，请上传未加密的文件',
  unreadable: '该 PDF 已损坏，无法打开，请重新导出后上传',
  tooLarge: '该 PDF 过于复杂，无法加水印，请压缩或拆分后上传',
}

export async function open({ db, principal, input, audit, platform }: Context<typeof openCall>) {
  const material = await repository.findOpenable(db, principal, input.materialId)
  const [file] = await storedFiles(db, material?.file.map(({ fileId }) => fileId) ?? [])
  if (!material || !file) throw refuse.notFound()
  const isPdf = isPdfName(file.fileName)
  const source = platform.files.read(file.key)
  const lines = [`${principal.realName || principal.loginName}（${principal.loginName}）`, `${localTime(new Date()).slice(0, 16)} 仅供本人参阅`]
  const body = isPdf
    ? await stampPdf(source, lines).catch((error: unknown) => {
        throw error instanceof StampError ? new Refusal(CODE.input, STAMP_FAULTS[error.reason]) : error
      })
    : source
  await repository.noteOpened(db, material.materialId)
  audit({ recordType: 'meetingMaterial', recordId: material.materialId, verb: 'open', after: { materialName: material.materialName, fileName: file.fileName } })
  return { fileName: file.fileName, contentType: isPdf ? 'application/pdf' : 'application/octet-stream', body }
}
