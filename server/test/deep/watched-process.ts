import { join } from 'node:path'
import { modules } from '../../src/areas'
import { ensureAdministrator, hasAdministrator } from '../../src/areas/rbac/user/administrator'
import { startServer } from '../../src/platform/start'

// The server in a process of its own that tells its parent about itself (watched-server.ts).

/** What the parent may ask. `watch` begins a measure, `seen` ends it. */
export type Question = { ask: 'watch' } | { ask: 'seen' } | { ask: 'session' }

const TICK_MS = 5
const [databaseUrl = '', dataDir = '', excelWorker = ''] = process.argv.slice(2)

/** Longest time between two turns of the event loop since `watch`, as a timer of 5 ms sees it. */
let [longest, last] = [0, performance.now()]
const turn = () => {
  longest = Math.max(longest, performance.now() - last - TICK_MS)
  last = performance.now()
}
setInterval(turn, TICK_MS)

const { url, platform } = await startServer(
  { databaseUrl, dataDir, port: 0, host: '127.0.0.1', empty: true, adminPassword: 'Correct-Horse-27', env: { SLIDER_CHECK: 'off', LOG_LEVEL: 'silent', SERVER_ROLE: 'api' } },
  { modules, migrations: join(process.cwd(), 'server/migrations'), excelWorker, ensureAdministrator, hasAdministrator },
)

async function answer({ ask }: Question): Promise<unknown> {
  if (ask === 'watch') {
    // What earlier requests left behind is not this one's.
    globalThis.gc?.()
    ;[longest, last] = [0, performance.now()]
    return null
  }
  if (ask === 'seen') {
    turn()
    return { delayMs: Math.round(longest) }
  }
  const { user_id: userId } = await platform.db.selectFrom('sys_user').select('user_id').where('login_name', '=', 'admin').executeTakeFirstOrThrow()
  return { userId, ...(await platform.sessions.open(platform.db, userId, '127.0.0.1', 'test')) }
}

process.on('message', (question: Question) => void answer(question).then((data) => process.send?.({ data })))
process.on('disconnect', () => process.exit(0))
process.send?.({ data: { url } })
