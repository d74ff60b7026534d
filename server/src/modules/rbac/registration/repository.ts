import { sql } from 'kysely'

/** Mobile and mail as lists show them; the same rules as `maskMobile` and `maskEmail`. */
export const maskedMobile = sql`left(t.mobile, 3) || '****' || right(t.mobile, 4)`
export const maskedEmail = sql`regexp_replace(t.email, '^(.).*(@.*)$', '\\1**\\2')`
