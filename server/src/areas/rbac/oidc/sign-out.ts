import type { Platform } from '../../../platform/platform'
import { providerOf } from './provider'
import { idTokenOf } from './repository'

/** Where the browser of a session goes to sign out at the provider too; null for a session that it did not open. */
export async function signOutAddress(platform: Platform, sessionId: string, origin: string): Promise<string | null> {
  const { signOn, publicUrl } = platform.config
  if (!signOn) return null
  const sealed = await idTokenOf(platform.db, sessionId)
  if (sealed === null) return null
  return providerOf(signOn).signOutAddress(platform.encryption.decrypt(sealed), `${publicUrl ? new URL(publicUrl).origin : origin}/login`)
}
