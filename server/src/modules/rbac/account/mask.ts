/** A mobile number as others may read it: the first three and the last four digits. */
export const maskMobile = (mobile: string | null): string | null =>
  mobile === null ? null : mobile.length < 8 ? '*'.repeat(mobile.length) : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** A mail address as others may read it: the first letter and the domain. */
export function maskEmail(email: string | null): string | null {
  if (email === null) return null
  const at = email.lastIndexOf('@')
  return at < 1 ? '**' : `${email.slice(0, 1)}**${email.slice(at)}`
}

/** Fields of a person for the audit log, which many may read: mobile and mail masked, no search column. */
export function maskPerson<T extends { mobile?: string | null; email?: string | null }>(fields: T): T {
  const masked = { ...fields }
  if (fields.mobile !== undefined) masked.mobile = maskMobile(fields.mobile)
  if (fields.email !== undefined) masked.email = maskEmail(fields.email)
  return masked
}
