import { buffer } from 'node:stream/consumers'
import type { Platform } from '../platform'
import { DeliveryRefused } from './delivery'
import type { MailAttachment } from './mail'

/** Stored files with their bytes, in the given order, as a mail carries them. Throws DeliveryRefused when one is no longer there. */
export async function attachmentsOf({ db, files }: Pick<Platform, 'db' | 'files'>, fileIds: readonly string[]): Promise<MailAttachment[]> {
  if (fileIds.length === 0) return []
  const stored = await db.selectFrom('file_object').select(['file_id', 'file_name', 'content_type', 'store_key']).where('file_id', 'in', [...fileIds]).execute()
  return Promise.all(
    fileIds.map(async (id) => {
      const file = stored.find((row) => row.file_id === id)
      const bytes = file && (await buffer(files.read(file.store_key)).catch(() => undefined))
      if (!file || !bytes) throw new DeliveryRefused(`附件「${file?.file_name ?? id}」已不存在，请重新上传`)
      return { fileName: file.file_name, contentType: file.content_type, bytes }
    }),
  )
}
