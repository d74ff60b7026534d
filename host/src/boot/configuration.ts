import type { Registry } from '@assoc/federation'
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

/** The registry of released remotes from the page, or remotes.json; an empty one when neither is there. */
export async function readRegistry(): Promise<Registry> {
  const found = inlined<Partial<Registry>>('remotes') ?? (await fetched<Partial<Registry>>('/remotes.json'))
  return { remotes: Array.isArray(found?.remotes) ? found.remotes : [] }
}
