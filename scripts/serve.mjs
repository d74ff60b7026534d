import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// Starts the built server in a container, against a PostgreSQL that is there already. A secret comes as a file: for
// DATABASE_URL_FILE=/run/secrets/x the server sees DATABASE_URL with the content of that file.

const env = { ...process.env }
for (const [name, file] of Object.entries(process.env)) {
  if (!name.endsWith('_FILE') || name === 'LOG_FILE') continue
  try {
    env[name.slice(0, -'_FILE'.length)] = readFileSync(file, 'utf8').trim()
  } catch {
    console.error(`${name}=${file} cannot be read: mount the secret there.`)
    process.exit(1)
  }
}
if (!env.DATABASE_URL) {
  console.error('Set DATABASE_URL or DATABASE_URL_FILE to a PostgreSQL of version 15 or newer.')
  process.exit(1)
}
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
try {
  const { startServer } = await import('../server/dist/main.mjs')
  const server = await startServer({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR ?? '/data',
    empty: env.EMPTY === 'on',
    adminPassword: env.ADMIN_PASSWORD || undefined,
    staticDir: env.WEB_ROOT ?? root,
    env,
  })
  console.log(server.url ? `ready ${server.url}` : 'ready')
  if (server.firstRun?.generated) console.log(`login name: ${server.firstRun.loginName}\npassword: ${server.firstRun.password}`)
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void server.close().then(() => process.exit(0)))
} catch (error) {
  console.error(error.userMessage ?? error)
  process.exit(1)
}
