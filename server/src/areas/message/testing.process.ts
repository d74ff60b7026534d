import { join } from 'node:path'
import { modules } from '..'
import { startServer } from '../../platform/start'
import { ensureAdministrator, hasAdministrator } from '../rbac/user/administrator'
import { runSending } from './message/sending'
import { markLate, nextUnmarked } from './testing.repository'

// A server in a process of its own, so that a test can kill it. It does the jobs as ever; with `unmarked` it goes through that
// message by itself and marks a recipient only after their mail has gone: what the test has to find out.

interface Order {
  databaseUrl: string
  dataDir: string
  env: Record<string, string>
  unmarked?: string
}

async function begin({ databaseUrl, dataDir, env, unmarked }: Order): Promise<void> {
  const { platform } = await startServer(
    { databaseUrl, dataDir, port: 0, host: '127.0.0.1', empty: true, env: { SLIDER_CHECK: 'off', LOG_LEVEL: 'silent', DB_POOL: '5', ...env, SERVER_ROLE: unmarked ? 'api' : 'worker' } },
    { modules, migrations: join(process.cwd(), 'server/migrations'), excelWorker: '', ensureAdministrator, hasAdministrator },
  )
  process.send?.('begun')
  if (!unmarked) return
  const { db, mail } = platform
  const taken = new Set<string>()
  const claim = () => nextUnmarked(db, unmarked, taken)
  const late = {
    send: async (given: Parameters<NonNullable<typeof mail>['send']>[0]) => {
      await mail?.send(given)
      await markLate(db, unmarked, given.to)
      return { ref: given.id }
    },
  }
  await runSending({ messageId: unmarked }, { ...platform, mail: late as typeof mail }, { mailsAMinute: 0, claim })
  process.send?.('done')
}

process.once('message', (order: Order) => void begin(order))
