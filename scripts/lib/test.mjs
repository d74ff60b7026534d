import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { build } from '../build.mjs'
import { findChromium } from './chromium.mjs'
import { readJson } from './fingerprint.mjs'
import { install } from './install.mjs'
import { allViews, seedOfRun, viewsToLookAt } from './looks.mjs'
import { removePostgres, startPostgres } from './postgres.mjs'
import { explain } from './problem.mjs'
import { at } from './root.mjs'
import { BUDGET, startReport } from './test-report.mjs'

const KINDS = ['static', 'browser', 'server', 'e2e']
// Takes as long as it takes: only run when it is asked for.
const DEEP = 'deep'
/** What the deep run's looks are called, and the journeys that walk over views: it shows them all of them. */
const LOOKS = 'looks'
const WALKS = ['looks', 'kept-lists', 'forms-axe']
const sum = { passed: 0, failed: 0, skipped: 0 }
const failures = []
let database
let usedDatabase = false
const running = new Set()
const report = startReport(() => database?.pid)

/**
 * `npm test`: everything but the deep suites, or one kind with `-- --only <kind> [what Jest understands]`. `-- --changed` is the quick
 * answer for what differs from the main line: its type check, lint, and the tests nearest to it.
 * `pnpm test:deep [what Jest understands]` is `--only deep`: the suites that search for long and a look at every view; `pnpm test:deep looks`
 * is the look alone.
 */
export async function main() {
  const args = process.argv.slice(2)
  let kinds = KINDS
  const changed = args.indexOf('--changed')
  if (changed >= 0) args.splice(changed, 1)
  const only = args.indexOf('--only')
  if (only >= 0) {
    const [, kind] = args.splice(only, 2)
    if (![...KINDS, DEEP].includes(kind)) {
      console.error(`--only takes one of ${[...KINDS, DEEP].join(', ')}.`)
      process.exit(1)
    }
    kinds = [kind]
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      for (const child of running) child.kill('SIGTERM')
      void tidy().finally(() => process.exit(1))
    })
  }
  try {
    install()
    report.phase('install')
    if (changed >= 0) {
      kinds = []
      await testChanged(args)
    }
    if (kinds.includes('static')) {
      await check('type check', ['tsc -p tsconfig.browser.json', 'tsc -p tsconfig.server.json', 'tsc -p shared/federation/dev/tsconfig.json', 'tsc -p shared/ui/demo/tsconfig.json'])
      await check('lint', ['node scripts/lint.mjs'])
    }
    if (kinds.includes('browser')) await runJest('browser', args)
    if (kinds.includes('server')) {
      console.log(`\nTEST_SEED=${seedOfRun()} chooses the parts of this run`)
      await runJest('server', args, { TEST_DATABASE_URL: await testDatabase() })
    }
    if (kinds.includes(DEEP)) await testDeep(args)
    if (kinds.includes('e2e')) {
      await attempt('journeys', async () => {
        const { views, why } = await viewsToLookAt()
        console.log(`looks: ${why}`)
        await runJourneys(args, views)
      })
    }
  } catch (error) {
    fail('npm test', explain(error))
  }
  await tidy()
  const { lines, sum: seconds } = report.end()
  // Parts of the suite, and one that ended early, say nothing about the whole.
  if (kinds === KINDS && args.length === 0 && seconds > BUDGET) fail('core-seconds', `${Math.round(seconds)}, and a whole run may take ${BUDGET}`)
  if (lines.length > 0) console.log(`\n== core-seconds\n${lines.join('\n')}`)
  if (failures.length > 0) console.log(`\nfailed:\n${failures.map((line) => `  ${line}`).join('\n')}\n`)
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  process.exit(sum.failed > 0 ? 1 : 0)
}

async function runJourneys(args, views) {
  const chromium = findChromium({ shell: true })
  await build()
  report.phase('build')
  // Two at a time: each has a database of its own, each worker a server and a browser.
  await runJest('e2e', ['--maxWorkers=2', ...args], { TEST_DATABASE_URL: await testDatabase(), CHROMIUM_PATH: chromium, LOOKS: views.join() })
}

/** The deep suites and the looks of all views, or those that the arguments name. */
async function testDeep(args) {
  const [looks, others] = [args.filter((arg) => arg === LOOKS), args.filter((arg) => arg !== LOOKS)]
  // One suite at a time: each puts the whole machine under load.
  if (looks.length === 0 || others.length > 0) await runJest(DEEP, ['--maxWorkers=1', ...others], { TEST_DATABASE_URL: await testDatabase() })
  if (looks.length > 0 || args.length === 0) await attempt('looks', () => runJourneys(WALKS, allViews()))
}

function fail(what, why) {
  sum.failed += 1
  failures.push(`${what}: ${why}`)
}

/** Types of the sides that a change concerns, from what the last check left; each kind of tests has what it is checked by. */
const SIDES = [
  ['server', /^(server|shared\/contract|scripts)\//],
  ['browser', /^(host|remotes|shared|e2e|scripts)\//],
]

async function testChanged(args) {
  const { affected, changedFiles } = await import('./changed.mjs')
  const files = changedFiles()
  console.log(`${files.length} changed files`)
  const sides = SIDES.filter(([, folders]) => files.some((file) => folders.test(file))).map(([side]) => side)
  if (sides.length > 0) await check('type check', sides.map((side) => `tsc --noEmit --incremental --tsBuildInfoFile .cache/ts-${side}.info -p tsconfig.${side}.json`), { together: true })
  await check('lint', ['node scripts/lint.mjs'])
  const found = await affected(files)
  for (const kind of ['browser', 'server']) {
    const { files: near, further } = found[kind]
    if (near.length > 0) await runJest(kind, ['--runTestsByPath', ...near, ...args], kind === 'server' ? { TEST_DATABASE_URL: await testDatabase() } : {})
    console.log(`\n${kind}: ${near.length} of ${near.length + further} test files that reach the change; npm test runs them all, the generated tests and the journeys`)
  }
}

async function attempt(what, work) {
  try {
    await work()
  } catch (error) {
    console.error(explain(error))
    fail(what, explain(error).split('\n')[0])
  }
}

async function succeeds(command) {
  const [program, ...args] = command.split(' ')
  return (await (program === 'node' ? run(process.execPath, args) : run(at('node_modules/.bin', program), args))) === 0
}

/** Several commands that make one check. */
async function check(what, commands, { together = false } = {}) {
  title(what)
  let good = true
  if (together) good = (await Promise.all(commands.map(succeeds))).every(Boolean)
  else for (const command of commands) if (!(await succeeds(command))) good = false
  if (good) sum.passed += 1
  else fail(what, 'see the lines above')
  report.phase(what)
}

async function runJest(project, args, env = {}) {
  title(project)
  const outputFile = at('.cache/test', `${project}-${process.pid}.json`)
  fs.mkdirSync(at('.cache/test'), { recursive: true })
  const spent = at('.cache/test', `${project}-${process.pid}.seconds`)
  for (const file of [outputFile, spent]) fs.rmSync(file, { force: true })
  const jest = at('node_modules/jest/bin/jest.js')
  const code = await run(process.execPath, [jest, '--selectProjects', project, '--json', `--outputFile=${outputFile}`, ...args], {
    ...env,
    NODE_ENV: 'test',
    TEST_SEED: seedOfRun(),
    TEST_CORE_SECONDS: spent,
  })
  report.phase(project)
  report.takeFiles(spent)
  const result = readJson(outputFile)
  fs.rmSync(outputFile, { force: true })
  if (!result) return fail(project, `no test was run (Jest ended with ${code})`)
  const before = sum.failed
  sum.passed += result.numPassedTests
  sum.failed += result.numFailedTests
  sum.skipped += result.numPendingTests + result.numTodoTests
  for (const file of result.testResults) {
    for (const one of file.assertionResults.filter(({ status }) => status === 'failed')) {
      failures.push(`${project}: ${file.name.replace(at() + '/', '')}: ${one.fullName}`)
    }
    // A file that does not even load, or whose afterAll fails, has no failed test of its own.
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) {
      fail(project, `${file.name.replace(at() + '/', '')} did not run to its end`)
    }
  }
  if (result.numTotalTests === 0 && sum.failed === before) fail(project, 'no test was found')
  else if (code !== 0 && sum.failed === before) fail(project, `Jest ended with ${code} though no test failed`)
}

/** One cluster for the whole run, thrown away after it; each test file clones a database of its own there. */
async function testDatabase() {
  usedDatabase = true
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  if (!database) {
    const folder = at('.cache/test-postgres')
    fs.mkdirSync(folder, { recursive: true, mode: 0o711 })
    // What runs that were killed left behind; those that still run hold their lock.
    for (const name of fs.readdirSync(folder)) {
      const dataDir = `${folder}/${name}`
      await removePostgres({ dataDir })
      if (!fs.existsSync(`${dataDir}/postgres`)) fs.rmSync(dataDir, { recursive: true, force: true })
    }
    const dataDir = `${folder}/${process.pid}`
    // Tests that look at plans vacuum and analyze what they ask of; the server's own hand would do each filled table once more.
    // Nobody follows this cluster: what a transaction makes anew, such as the indexes of filled tables, need not stand in the log.
    const started = await startPostgres({ dataDir, durable: false, settings: { autovacuum: 'off', wal_level: 'minimal', max_wal_senders: 0, max_connections: 300, shared_buffers: '512MB', max_wal_size: '2GB', checkpoint_timeout: '30min' }, log: () => {} })
    database = { ...started, dataDir }
  }
  return database.adminUrl
}

async function tidy() {
  if (!database) return leaveCluster()
  const { stop, dataDir } = database
  database = undefined
  await stop()
  await removePostgres({ dataDir })
  fs.rmSync(dataDir, { recursive: true, force: true })
}

/** A cluster that was given keeps nothing of this run. */
async function leaveCluster() {
  if (!process.env.TEST_DATABASE_URL || !usedDatabase) return
  usedDatabase = false
  const { endRun } = await import('../jest/test-databases.mjs')
  await endRun().catch((error) => console.error(`databases of this run are left in the cluster: ${explain(error)}`))
}

function title(what) {
  console.log(`\n== ${what}`)
}

function run(program, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: at(), stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    running.add(child)
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal)
    })
  })
}
