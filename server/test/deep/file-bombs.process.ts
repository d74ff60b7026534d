import { monitorEventLoopDelay } from 'node:perf_hooks'
import { join } from 'node:path'
import { modules } from '../../src/areas'
import { ensureAdministrator, hasAdministrator } from '../../src/areas/rbac/user/administrator'
import { startServer } from '../../src/platform/start'
import { workerFile } from '../global-setup'

// A server in a process of its own, so that its memory and its event loop can be measured apart from the test's.

const delay = monitorEventLoopDelay({ resolution: 10 })

async function begin({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }): Promise<void> {
  const { url } = await startServer(
    { databaseUrl, dataDir, port: 0, host: '127.0.0.1', empty: true, env: { SLIDER_CHECK: 'off', LOG_LEVEL: 'error', DB_POOL: '10', SERVER_ROLE: 'api' } },
    { modules, migrations: join(process.cwd(), 'server/migrations'), excelWorker: workerFile(process.cwd()), ensureAdministrator, hasAdministrator },
  )
  delay.enable()
  process.send?.({ url })
}

process.on('message', (order: { databaseUrl: string; dataDir: string } | 'reset' | 'read') => {
  if (order === 'reset') {
    delay.reset()
    process.send?.({ reset: true })
  } else if (order === 'read') process.send?.({ delayMs: delay.percentile(99) / 1e6, longestMs: delay.max / 1e6 })
  else void begin(order)
})
