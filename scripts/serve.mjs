import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepAssets } from '../deploy/assets.mjs'

// Starts the built server in a container, against a PostgreSQL that is there already. A secret comes as a file: for
// DATABASE_URL_FILE=/run/secrets/x the server sees DATABASE_URL with the content of that file. (RELEASE_KEY_FILE is a file
// for the server itself.)

// By name: other programs have variables that end in _FILE, too.
const SECRETS = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'ADMIN_PASSWORD', 'SMTP_URL']
/** Milliseconds between the word to the gateway and the last new connection: what is on its way is still answered. */
const LEAVE_MS = 500

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
const root = env.WEB_ROOT ?? resolve(dirname(fileURLToPath(import.meta.url)), '..')
const dataDir = env.DATA_DIR ?? '/data'
// Where the gateway looks whether this process, known to it by the name INSTANCE, is about to end.
const leaving = env.INSTANCE && env.RELEASE_DIR && env.SERVER_ROLE !== 'worker' ? join(env.RELEASE_DIR, 'leaving', env.INSTANCE) : null
try {
  if (env.RELEASE_DIR && env.SERVER_ROLE !== 'worker') keepAssets(join(root, 'host/dist/assets'), join(env.RELEASE_DIR, 'assets'))
  const { startServer } = await import('../server/dist/main.mjs')
  const server = await startServer({
    databaseUrl: env.DATABASE_URL,
    ownerUrl: env.DATABASE_OWNER_URL,
    dataDir,
    empty: env.EMPTY === 'on',
    adminPassword: env.ADMIN_PASSWORD || undefined,
    staticDir: root,
    env,
  })
  if (leaving) rmSync(leaving, { force: true })
  console.log(server.url ? `ready ${server.url}` : 'ready')
  if (server.firstRun?.generated) console.log(`login name: ${server.firstRun.loginName}\npassword: ${server.firstRun.password}`)
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void end(server))
} catch (error) {
  const noWriting = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(error.code) && error.path
  console.error(error.userMessage ?? (noWriting ? `${error.path} cannot be written (${error.code}): give this user the right to, or set DATA_DIR to another folder.` : error))
  process.exit(1)
}

/** Lets the gateway go elsewhere, answers what is there, and ends. */
async function end(server) {
  if (leaving) {
    try {
      mkdirSync(dirname(leaving), { recursive: true })
      writeFileSync(leaving, '')
      await new Promise((done) => setTimeout(done, LEAVE_MS))
    } catch (error) {
      console.error(`${leaving} cannot be written (${error.code}): the gateway is not told that this process ends.`)
    }
  }
  await server.close()
  process.exit(0)
}
