import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { modules } from '../../src/areas'
import { ensureAdministrator, hasAdministrator } from '../../src/areas/rbac/user/administrator'
import { startServer } from '../../src/platform/start'
import { outliveUnwaited } from '../../src/platform/unwaited'

// A server in a process of its own, for faults that must not end it.

export interface Order {
  databaseUrl: string
  ownerUrl?: string
  dataDir: string
  port?: number
  env: Record<string, string>
  /** Takes the listeners for errors away from connections in use: what the test has to find out. */
  unguarded?: boolean
  /** Keeps this many connections in use. */
  hold?: number
}

async function begin({ databaseUrl, ownerUrl, dataDir, port, env, unguarded, hold = 0 }: Order): Promise<void> {
  const { url, platform } = await startServer(
    { databaseUrl, ownerUrl, dataDir, port: port ?? 0, host: '127.0.0.1', empty: true, adminPassword: 'Correct-Horse-27', env: { SLIDER_CHECK: 'off', LOG_LEVEL: 'silent', DB_POOL: '10', ...env } },
    { modules, migrations: join(process.cwd(), 'server/migrations'), excelWorker: '', ensureAdministrator, hasAdministrator },
  )
  outliveUnwaited(platform.log)
  if (unguarded) platform.pool.on('acquire', (client: PoolClient) => client.removeAllListeners('error'))
  // Between two statements, as every transaction has them in use: nobody waits for an answer that could fail.
  for (let n = 0; n < hold; n++) await platform.pool.connect()
  process.send?.({ url })
}

process.on('message', (order: Order & { memory?: boolean }) => {
  if (order.memory) process.send?.({ rss: process.memoryUsage().rss })
  else void begin(order)
})
process.on('disconnect', () => process.exit(0))
