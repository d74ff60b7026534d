import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.mjs'
import { at } from '../root.mjs'

// What `pnpm backup` and `pnpm restore` are told.

/** `{ dataDir, databaseUrl, dataKeyFile, to }`; a `Problem` when a word is not known. */
export function backupOptions({ env = process.env, args = process.argv.slice(2) } = {}) {
  const { to } = read(args, { to: { type: 'string' } }, 'pnpm backup knows only --to <folder>')
  const dataDir = path.resolve(at(), env.DATA_DIR || '.data')
  const dataKeyFile = env.DATA_KEY_FILE ? path.resolve(env.DATA_KEY_FILE) : path.join(dataDir, 'data.key')
  return { dataDir, databaseUrl: databaseUrl(env), dataKeyFile, to: to ? path.resolve(to) : path.join(dataDir, 'backups') }
}

/** `{ from, dataDir, databaseUrl, sendWaiting }`; without --database-url the embedded PostgreSQL is made in `dataDir`. */
export function restoreOptions({ env = process.env, args = process.argv.slice(2) } = {}) {
  const words = read(
    args,
    { from: { type: 'string' }, 'data-dir': { type: 'string' }, 'database-url': { type: 'string' }, 'send-waiting': { type: 'boolean' } },
    'pnpm restore knows --from <backup>, --data-dir <empty place>, --database-url <address of an empty database> and --send-waiting',
  )
  if (!words.from) throw new Problem('Say which backup: pnpm restore --from <folder of the backup>.')
  // Told nothing it goes where `npm start` looks.
  const named = words['data-dir'] ? path.resolve(words['data-dir']) : path.resolve(at(), env.DATA_DIR || '.data')
  const url = words['database-url'] ?? (words['data-dir'] ? undefined : databaseUrl(env))
  return { from: path.resolve(words.from), dataDir: named, databaseUrl: url, sendWaiting: words['send-waiting'] ?? false }
}

function databaseUrl(env) {
  if (!env.DATABASE_URL_FILE) return env.DATABASE_URL || undefined
  try {
    return fs.readFileSync(env.DATABASE_URL_FILE, 'utf8').trim()
  } catch {
    throw new Problem(`DATABASE_URL_FILE=${env.DATABASE_URL_FILE} cannot be read: name a readable file.`)
  }
}

function read(args, options, known) {
  try {
    // pnpm hands on the two dashes that stand before our words.
    return parseArgs({ args: args.filter((word) => word !== '--'), options }).values
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}: ${known}.`)
  }
}
