import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// Starts the built server in a container, against a PostgreSQL that is there already. A secret comes as a file: for
// DATABASE_URL_FILE=/run/secrets/x the server sees DATABASE_URL with the content of that file.

// By name: other programs have variables that end in _FILE, too.
const SECRETS = ['DATABASE_URL', 'ADMIN_PASSWORD', 'SMTP_URL']

const env = { ...process.env }
for (const name of SECRETS) {
  const file = env[`${name}_FILE`]
  if (!file) continue
  try {
    env[name] = readFileSync(file, 'utf8').trim()
  } catch {
    console.error(`${name}_FILE=${file} cannot be read: mount the secret there.`)
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
  const noWriting = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(error.code) && error.path
  console.error(error.userMessage ?? (noWriting ? `${error.path} cannot be written (${error.code}): give this user the right to, or set DATA_DIR to another folder.` : error))
  process.exit(1)
}
