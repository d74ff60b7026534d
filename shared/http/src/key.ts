/** A new idempotency key: 128 random bits in hexadecimal. Works on plain-http addresses too, where crypto.randomUUID is absent. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')
}
