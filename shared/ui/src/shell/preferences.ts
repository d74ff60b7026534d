import { CODE } from '@assoc/contract'
import { savePreference, selectPreferences } from '@assoc/contract/platform/workspace'
import { api } from '@assoc/http'
import { session, type LoginRecord } from '@assoc/session'

/** Event of the window: notices were read or made, so the number on the bell may have changed. */
export const NOTICES_CHANGED = 'assoc:notices'

type Preferences = Record<string, unknown>

let loaded: Promise<Preferences> | null = null
let loadedFor: LoginRecord | null | undefined

/** The person's stored settings by key, asked for once a page, by the shell and every list together. Rejects when they cannot be read; the next caller asks again. */
export function preferences(): Promise<Preferences> {
  const { userInfo } = session()
  if (!loaded || loadedFor !== userInfo) {
    loadedFor = userInfo
    remember(api(selectPreferences, {}) as Promise<Preferences>)
  }
  return loaded as Promise<Preferences>
}

function remember(asked: Promise<Preferences>): void {
  loaded = asked
  asked.catch(() => {
    if (loaded === asked) loaded = null
  })
}

/** Stores one setting, null to forget it; who asks for the settings later on this page finds it. Rejects when it could not be stored. */
export async function keepPreference(key: string, value: unknown): Promise<void> {
  const plain = (value === null ? null : JSON.parse(JSON.stringify(value))) as never
  if (loaded) remember(loaded.then((all) => ({ ...all, [key]: plain })))
  await api(savePreference, { key, value: plain }, { quiet: [CODE.roleView] })
}
