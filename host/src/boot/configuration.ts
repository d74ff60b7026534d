import { verifyRegistry, type SignedRegistry, type Verified } from '@assoc/federation'
import type { ConsoleConfig } from '@assoc/http'

const EMPTY_CONFIG: ConsoleConfig = { title: '会员信息平台', organisation: '', environments: [] }

function inlined<T>(id: string): T | undefined {
  const text = document.getElementById(id)?.textContent
  if (!text) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

async function fetched<T>(address: string): Promise<T | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) })
    return response.ok ? ((await response.json()) as T) : undefined
  } catch {
    return undefined
  }
}

/** The configuration that the server has written into the page, or config.json; defaults when neither is there. */
export async function readConfiguration(): Promise<ConsoleConfig> {
  const found = inlined<Partial<ConsoleConfig>>('config') ?? (await fetched<Partial<ConsoleConfig>>('/config.json'))
  return { ...EMPTY_CONFIG, ...found, environments: found?.environments ?? [] }
}

/** The registry as it is now, for a page that has been open while it was switched. */
export const readRegistryAgain = async (keys: ConsoleConfig['releaseKeys']): Promise<Verified> => verifyRegistry(await fetched<SignedRegistry>('/remotes.json'), keys ?? {})

/** The registry of released remotes from the page, or remotes.json, checked against the keys of the installation. */
export async function readRegistry(keys: ConsoleConfig['releaseKeys']): Promise<Verified> {
  const signed = inlined<SignedRegistry | null>('remotes') ?? (await fetched<SignedRegistry>('/remotes.json'))
  return verifyRegistry(signed ?? undefined, keys ?? {})
}
