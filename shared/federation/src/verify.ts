import type { Registry, ReleaseKeys, SignedRegistry } from '@assoc/contract/platform/release'
import { bytesOf, openVerifier } from './ed25519'
import { browserSerials, type SeenSerials } from './seen'

/** Why a registry is not used. None of its remotes is run then; the console itself goes on. */
export type Refusal = 'missing' | 'unknownKey' | 'badSignature' | 'replayed' | 'unreadable'

export type Verified = { ok: true; registry: Registry } | { ok: false; refusal: Refusal }

const isSigned = async (key: string, signature: string, payload: string): Promise<boolean> => (await openVerifier(bytesOf(key)))(bytesOf(signature), new TextEncoder().encode(payload))

/**
 * Checks a registry before anything that it names is run: signed with a key of this installation, and not older than
 * the last one seen in this browser. A take-back is a new registry with a higher serial, so it passes.
 */
export async function verifyRegistry(signed: SignedRegistry | undefined, keys: ReleaseKeys, seen: SeenSerials = browserSerials): Promise<Verified> {
  if (!signed || typeof signed.payload !== 'string') return { ok: false, refusal: 'missing' }
  const key = keys[signed.keyId]
  if (!key) return { ok: false, refusal: 'unknownKey' }
  if (!(await isSigned(key, signed.signature, signed.payload).catch(() => false))) return { ok: false, refusal: 'badSignature' }
  let registry: Registry
  try {
    registry = JSON.parse(signed.payload) as Registry
  } catch {
    return { ok: false, refusal: 'unreadable' }
  }
  if (!Number.isSafeInteger(registry.serial) || !Array.isArray(registry.remotes)) return { ok: false, refusal: 'unreadable' }
  // A browser that keeps nothing, as in some private windows, checks each page without what earlier ones have seen.
  const highest = await seen.note(signed.keyId, registry.serial).catch(() => 0)
  if (registry.serial < highest) return { ok: false, refusal: 'replayed' }
  return { ok: true, registry }
}
