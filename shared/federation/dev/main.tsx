import type { ConsoleConfig } from '@assoc/http'
import { openSession } from '@assoc/session'
import { createRoot } from 'react-dom/client'
import { Shell } from './Shell'

/** The configuration of the console that stands behind the proxy; defaults when it has none. */
async function readConfiguration(): Promise<ConsoleConfig> {
  const empty: ConsoleConfig = { title: __DEV_REMOTE__, organisation: '', environments: [] }
  try {
    const response = await fetch('/config.json', { signal: AbortSignal.timeout(10_000) })
    if (!response.ok) return empty
    const given = (await response.json()) as Partial<ConsoleConfig>
    return { ...empty, ...given, environments: given.environments ?? [] }
  } catch {
    return empty
  }
}

async function start(): Promise<void> {
  const session = openSession(await readConfiguration())
  if (!session.signedIn) {
    window.location.replace(session.signOnAddress(window.location.href))
    return
  }
  void session.requestMenu()
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Shell />)
}

void start()
