import { createRequire } from 'node:module'
import { Problem } from '../problem.mjs'
import { at } from '../root.mjs'

const { Client } = createRequire(at('server/package.json'))('pg')

// Every value as the same text whatever the server's or the role's settings are, and no limit that cuts off a long copy.
const SETTINGS = [
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  'lock_timeout = 0',
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  'extra_float_digits = 3',
  "bytea_output = 'hex'",
  "timezone = 'UTC'",
  "client_encoding = 'UTF8'",
  'search_path = public',
]

/** Opens one connection; `Problem` with one sentence when the database does not answer or lets nobody in. */
export async function connect(url, name) {
  const client = new Client({ connectionString: url, application_name: name, connectionTimeoutMillis: 10_000 })
  // A connection that breaks fails the statement that runs; the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new Problem(`The database does not answer (${error.message || error.code}): check DATABASE_URL and that PostgreSQL runs.`)
  }
  try {
    for (const setting of SETTINGS) await client.query(`set ${setting}`)
    const { rows } = await client.query("select current_setting('server_version_num')::int as version")
    if (rows[0].version < 150_000) throw new Problem('PostgreSQL 15 or newer is needed.')
  } catch (error) {
    await client.end()
    throw error
  }
  return client
}

/** A name as SQL takes it, of one part or of schema and table. */
export const quoted = (...parts) => parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.')
