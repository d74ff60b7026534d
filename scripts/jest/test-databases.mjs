import fs from 'node:fs'
import pg from 'pg'
import { at } from '../lib/root.mjs'

const TEMPLATE = 'console_template'
const OWN = new RegExp(`^(?:test|journey|${TEMPLATE})_(\\d+)(?:_|$)`)
// Any numbers: each lock is about one template of one cluster, and a test that waits for one does not hold up those that need the other.
const LAYING = 7316901
const FILLING = 7316902

/** Runs `work` with a connection to the cluster that the tests of this run share. */
export async function onCluster(work) {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is missing: run the tests with npm test, which starts a database for them.')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Address of a database of the cluster. */
export function databaseUrl(name) {
  const url = new URL(process.env.TEST_DATABASE_URL)
  url.pathname = `/${name}`
  return url.href
}

// The role that the servers of tests work as: it owns nothing. A test may become the owner by `set role`, never by itself.
const CONSOLE = { name: 'console_test', password: 'console-test' }

/** Address of a database of the cluster, as the role that the server works as. */
export function consoleUrl(name) {
  return Object.assign(new URL(databaseUrl(name)), { username: CONSOLE.name, password: CONSOLE.password }).href
}

/** What a test itself makes in a database, or in a copy of it, the server may use. */
export async function grantLater(name) {
  const client = new pg.Client({ connectionString: databaseUrl(name) })
  await client.connect()
  await client.query(`alter default privileges in schema public grant select, insert, update, delete on tables to ${CONSOLE.name}`)
  await client.query(`alter default privileges in schema public grant usage, select on sequences to ${CONSOLE.name}`)
  await client.end()
}

async function makeConsoleRole(client) {
  // Roles are the cluster's, which other runs use at this moment.
  await client.query('select pg_advisory_lock($1)', [LAYING])
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [CONSOLE.name])
  if (!rowCount) await client.query(`create role ${CONSOLE.name} login password '${CONSOLE.password}'`)
  await client.query(`grant postgres to ${CONSOLE.name} with inherit false, set true`)
  await client.query('select pg_advisory_unlock($1)', [LAYING])
}

/** Names the templates of this run, which the workers of Jest are told, and clears away what runs that have ended left behind. */
export async function beginRun() {
  process.env.TEST_TEMPLATE = `${TEMPLATE}_${process.pid}`
  await onCluster(async (client) => {
    await makeConsoleRole(client)
  })
  await endRun()
  fs.mkdirSync(at('.cache/test'), { recursive: true })
  for (const name of fs.readdirSync(at('.cache/test'))) if (leftover(name)) fs.rmSync(at('.cache/test', name), { recursive: true, force: true })
  return templateName()
}

/** Drops every database of runs that have ended: a cluster that others share goes on without them. */
export async function endRun() {
  await onCluster(async (client) => {
    const { rows } = await client.query('select datname from pg_database')
    for (const { datname } of rows) if (leftover(datname)) await client.query(`drop database if exists "${datname}" with (force)`)
  })
}

/** The template of this run: another run on the same cluster has its own. */
export const templateName = () => process.env.TEST_TEMPLATE ?? ''

/** Makes a database, as a copy of `template` or empty. */
export async function createDatabase(name, template) {
  await onCluster(async (client) => {
    // Cloning waits for nobody: another file may clone the template at this moment.
    for (let tries = 0; ; tries++) {
      try {
        // Copying files costs half of what writing the copy to the log does: 42 and 96 ms of processor for the demo association.
        await client.query(`create database "${name}"${template ? ` template "${template}" strategy file_copy` : ''}`)
        return
      } catch (error) {
        if (tries >= 40 || error.code !== '55006') throw error
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    }
  })
}

export const dropDatabase = (name) => onCluster((client) => client.query(`drop database if exists "${name}" with (force)`))

/** Makes a template of the run unless it is there: whoever comes first fills it with `work(name)`, the others wait for them. */
async function makeTemplate(name, from, lock, work) {
  await onCluster(async (client) => {
    await client.query('select pg_advisory_lock($1)', [lock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const making = `${name}_making`
    await dropDatabase(making)
    await createDatabase(making, from)
    await work(making)
    await client.query(`alter database "${making}" rename to "${name}"`)
  })
}

/**
 * Makes a database with the demo association and puts its files and data key into `dataDir`. The first who asks in a run lays it with
 * `lay(databaseUrl, dataDir, name)`, on a copy of `from` or on nothing; the others wait for them and copy what they laid. `more` is a template
 * of its own upon the demo, `fill(databaseUrl)` likewise carried out once in a run.
 */
export async function createDemo(name, dataDir, from, lay, more) {
  const demo = `${templateName()}_demo`
  const kept = at('.cache/test', demo)
  await makeTemplate(demo, from, LAYING, async (making) => {
    fs.rmSync(kept, { recursive: true, force: true })
    fs.mkdirSync(kept, { recursive: true })
    await lay(databaseUrl(making), kept, making)
  })
  if (more) await makeTemplate(`${demo}_${more.name}`, demo, FILLING, (making) => more.fill(databaseUrl(making)))
  await createDatabase(name, more ? `${demo}_${more.name}` : demo)
  for (const part of ['files', 'data.key']) fs.cpSync(`${kept}/${part}`, `${dataDir}/${part}`, { recursive: true })
}

const leftover = (name) => {
  const pid = OWN.exec(name)?.[1]
  return pid !== undefined && (Number(pid) === process.pid || !lives(Number(pid)))
}

function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
