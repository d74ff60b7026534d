import type { AnyResource, RequestOf } from '@assoc/contract'
import { api } from '@assoc/http'
import { session } from '@assoc/session'

/** The way to a record's personal data in plain text, for those who may see it. */
export function revealOf({ plain, definition }: AnyResource, recordId: string): ((field: string) => Promise<string | null>) | undefined {
  if (!plain || !session().has('pi:plain:view')) return undefined
  return async (field) => {
    const { values } = (await api(plain, { [definition.id]: recordId, fields: [field] } as RequestOf<typeof plain>)) as { values: Record<string, string | null> }
    return values[field] ?? null
  }
}
