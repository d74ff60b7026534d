import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { modules } from './areas'
import { ensureAdministrator, hasAdministrator } from './areas/rbac/api'
import type { StartOptions } from './platform/config'
import { environmentOf } from './platform/environment'
import { startServer as start, type StartedServer } from './platform/start'
import { outliveUnwaited } from './platform/unwaited'

const here = dirname(fileURLToPath(import.meta.url))

/** Starts the whole server from its bundle; see StartOptions. */
export async function startServer(options: StartOptions): Promise<StartedServer> {
  const server = await start(options, {
    modules,
    // The bundle lies in server/dist, the migrations beside it.
    migrations: join(here, '../migrations'),
    excelWorker: join(here, 'worker-excel.mjs'),
    ensureAdministrator,
    hasAdministrator,
  })
  outliveUnwaited(server.platform.log)
  return server
}

// Run by itself (containers): everything comes from the environment.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const env = environmentOf(process.env)
  try {
    const server = await startServer({
      databaseUrl: env.DATABASE_URL ?? '',
      ownerUrl: env.DATABASE_OWNER_URL,
      dataDir: env.DATA_DIR ?? '.data',
      empty: env.EMPTY === 'on',
      staticDir: env.WEB_ROOT ?? '',
      ...(env.ADMIN_PASSWORD ? { adminPassword: env.ADMIN_PASSWORD } : {}),
      env,
    })
    console.log(`ready ${server.url}`)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.close().then(() => process.exit(0)))
  } catch (error) {
    console.error((error as { userMessage?: string }).userMessage ?? error)
    process.exit(1)
  }
}
