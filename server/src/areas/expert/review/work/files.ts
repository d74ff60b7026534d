import { buffer } from 'node:stream/consumers'
import type { FileItem } from '@assoc/contract'
import { refuse } from '../../../../platform/errors'
import { PropertiesError, withoutProperties } from '../../../../platform/files/properties'
import { keepFile } from '../../../../platform/files/store'
import { storedFiles } from '../../../../platform/files/stored'
import type { Action } from '../../../../platform/resource/definition'
import { extensionOf } from '../../../../platform/resource/files'
import { letGoOf } from '../../../../platform/resource/files.repository'
import { addBlindFile, blindFiles, dropBlindFiles } from './repository'

/** Owner of the copies without properties: no record gives them out, only the review of their work. */
export const BLIND_OWNER = 'reviewBlind'

/** Brings the copies without properties to the files that a work has now; a file whose properties cannot be taken out is refused. */
export async function keepBlindFiles({ db, platform: { files } }: Action, workId: string, now: readonly FileItem[]): Promise<void> {
  const there = await blindFiles(db, [workId])
  const gone = there.filter(({ fileId }) => !now.some((file) => file.fileId === fileId))
  await dropBlindFiles(db, workId, gone.map(({ fileId }) => fileId))
  await letGoOf(db, gone.map(({ blindFileId }) => blindFileId))
  for (const [position, { fileId, fileName }] of now.entries()) {
    const known = there.find((file) => file.fileId === fileId)
    if (known) {
      await addBlindFile(db, known, position)
      continue
    }
    const [stored] = await storedFiles(db, [fileId])
    if (!stored) throw refuse.field('files', '文件已失效，请重新上传')
    const extension = extensionOf(fileName)
    const bytes = await withoutProperties(extension, await buffer(files.read(stored.key))).catch((error: unknown) => {
      throw error instanceof PropertiesError ? refuse.field('files', `“${fileName}”：${error.message}`) : error
    })
    const blindFileId = await keepFile(db, files, { bytes, fileName: `材料${position + 1}.${extension}`, contentType: stored.contentType, ownerType: BLIND_OWNER, ownerId: workId })
    await addBlindFile(db, { workId, fileId, blindFileId }, position)
  }
}

/** Lets go of all copies of a work that is deleted. */
export async function letGoOfBlindFiles(db: Action['db'], workId: string): Promise<void> {
  const all = await blindFiles(db, [workId])
  await dropBlindFiles(db, workId, all.map(({ fileId }) => fileId))
  await letGoOf(db, all.map(({ blindFileId }) => blindFileId))
}
