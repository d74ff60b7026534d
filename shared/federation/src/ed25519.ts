/** Checks signatures of one key. */
export type Verifier = (signature: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>) => Promise<boolean>

/**
 * What checks Ed25519 signatures of a raw public key, ready to work without a connection: the browser itself, or a library that is
 * fetched by browsers older than 2025 alone.
 */
export async function openVerifier(key: Uint8Array<ArrayBuffer>): Promise<Verifier> {
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return (signature, message) => crypto.subtle.verify('Ed25519', imported, signature, message)
  } catch {
    const { verifyAsync } = await import(/* webpackChunkName: "ed25519" */ '@noble/ed25519')
    return (signature, message) => verifyAsync(signature, message, key).catch(() => false)
  }
}

/** Bytes of a text in base64. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
