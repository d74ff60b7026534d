import type { Action, ResourceRuntime, Row } from './definition'
import { encryptedOf } from './rows.repository'

/** Columns that encrypted fields fill beside their own: the encrypted text and its blind index. Fields that are not sent stay as they are. */
export function addEncrypted(m: ResourceRuntime, { platform }: Pick<Action, 'platform'>, fields: Row): Row {
  const all = Object.entries(m.options.encrypted ?? {}).filter(([field]) => field in fields)
  return Object.fromEntries(
    all.flatMap(([field, columns]) => {
      if (!columns) return []
      const text = fields[field] as string | null | undefined
      return [[columns.text, text ? platform.encryption.encrypt(text) : null], [columns.blindIndex, text ? platform.encryption.blindIndex(text) : null]]
    }),
  )
}

/** Sealed fields of a row in plain text, those among `fields`; whoever asks has been checked and noted. */
export async function openEncrypted(m: ResourceRuntime, { db, platform }: Pick<Action, 'db' | 'platform'>, id: string, fields: readonly string[]): Promise<Row> {
  const kept = await encryptedOf(db, m, id, fields)
  return Object.fromEntries(Object.entries(kept).map(([field, text]) => [field, text ? platform.encryption.decrypt(text as string) : null]))
}
