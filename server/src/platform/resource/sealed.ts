import type { Deed, Mounted, Row } from './definition'
import { sealedOf } from './rows.repository'

/** Columns that sealed fields fill beside their own: the sealed text and its print. Fields that are not sent stay as they are. */
export function seal(m: Mounted, { platform }: Pick<Deed, 'platform'>, fields: Row): Row {
  const all = Object.entries(m.options.sealed ?? {}).filter(([field]) => field in fields)
  return Object.fromEntries(
    all.flatMap(([field, columns]) => {
      if (!columns) return []
      const text = fields[field] as string | null | undefined
      return [[columns.text, text ? platform.sealing.seal(text) : null], [columns.print, text ? platform.sealing.print(text) : null]]
    }),
  )
}

/** Sealed fields of a row in plain text, those among `fields`; whoever asks has been judged and noted. */
export async function openSealed(m: Mounted, { db, platform }: Pick<Deed, 'db' | 'platform'>, id: string, fields: readonly string[]): Promise<Row> {
  const kept = await sealedOf(db, m, id, fields)
  return Object.fromEntries(Object.entries(kept).map(([field, text]) => [field, text ? platform.sealing.open(text as string) : null]))
}
