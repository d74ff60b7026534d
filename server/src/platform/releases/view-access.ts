import type { Registry } from '@assoc/contract/platform/release'
import type { Platform } from '../platform'
import { readableRegistry } from './releases'

/** What views ask for, as their releases say. One that asks for something else in another version is not told. */
export async function accessByLink({ releases, log }: Pick<Platform, 'releases' | 'log'>): Promise<Map<string, string>> {
  const stored = await readableRegistry(releases, log)
  const { remotes } = stored ? (JSON.parse(stored.signed.payload) as Registry) : { remotes: [] }
  const found = new Map<string, string>()
  for (const { menuLink, access } of remotes.flatMap((remote) => remote.views)) found.set(menuLink, (found.get(menuLink) ?? access) === access ? access : '')
  return found
}
