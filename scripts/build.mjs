import { fork } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fingerprint, readJson, writeJson } from './lib/fingerprint.mjs'
import { waitForLock } from './lib/lock.mjs'
import { listParts } from './lib/parts.mjs'
import { Problem, explain } from './lib/problem.mjs'
import { at } from './lib/root.mjs'

const AT_ONCE = 2

/**
 * Builds the parts whose inputs changed since they were built, two at a time.
 *
 * - `only`: names of parts (`server`, `host`, `remotes/member` or just `member`); all when left out. `force`: also unchanged ones.
 * - Answers `[{ name, built, seconds, cpuSeconds }]`; throws a `Problem` when one fails.
 */
export async function build({ only, force = false, log = console.log } = {}) {
  const first = choose(only)
  // The way of a start with everything built: no lock, no bundler, one stat a file.
  if (!force && first.every((part) => isFresh(part).fresh)) return first.map(({ name }) => idle(name))

  const lock = await waitForLock(at('.cache/build/lock'), (pid) => log(`another build runs (process ${pid}): waiting for it`))
  try {
    return await buildAll(choose(only), { force, log })
  } finally {
    lock.release()
  }
}

function choose(only) {
  const parts = listParts()
  if (!only?.length) return parts
  const wanted = [].concat(only)
  const known = (name) => parts.find((part) => part.name === name || part.name === `remotes/${name}`)
  const strange = wanted.find((name) => !known(name))
  if (strange) throw new Problem(`There is no part "${strange}" to build: take one of ${parts.map((part) => part.name).join(', ')}.`)
  const chosen = new Set(wanted.map(known))
  return parts.filter((part) => chosen.has(part))
}

const stampOf = (part) => at('.cache/build', `${part.name.replaceAll('/', '-')}.json`)
const idle = (name) => ({ name, built: false, seconds: 0, cpuSeconds: 0 })

function isFresh(part) {
  const stamp = readJson(stampOf(part))
  const now = fingerprint(part.sources, stamp?.files)
  const fresh = stamp?.hash === now.hash && stamp.outputs.length > 0 && stamp.outputs.every((file) => fs.existsSync(at(file)))
  return { ...now, fresh }
}

async function buildAll(parts, { force, log }) {
  const waiting = [...parts]
  const running = new Map()
  const results = []
  const failed = []
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((part) => !part.after?.some((name) => running.has(name) || waiting.some((one) => one.name === name)))
    if (next >= 0 && running.size < AT_ONCE && failed.length === 0) {
      const [part] = waiting.splice(next, 1)
      const work = buildOne(part, { force, log })
        .then((result) => results.push(result), (error) => failed.push(error))
        .finally(() => running.delete(part.name))
      running.set(part.name, work)
    } else if (running.size > 0) {
      await Promise.race(running.values())
    } else {
      break
    }
  }
  if (failed.length > 0) throw failed[0]
  return parts.map((part) => results.find((result) => result.name === part.name))
}

async function buildOne(part, { force, log }) {
  const before = isFresh(part)
  if (before.fresh && !force) {
    // Times may have changed without the content (a checkout): the next start need not read those files again.
    writeJson(stampOf(part), { ...readJson(stampOf(part)), files: before.files })
    return idle(part.name)
  }
  log(`building ${part.name}`)
  fs.rmSync(stampOf(part), { force: true })
  const spent = await inChild(part)
  writeJson(stampOf(part), { hash: before.hash, files: before.files, outputs: outputsOf(part) })
  log(`built ${part.name} in ${spent.seconds.toFixed(1)} s`)
  return { name: part.name, built: true, ...spent }
}

function outputsOf(part) {
  return fs
    .readdirSync(at(part.dist), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(at(), path.join(entry.parentPath ?? entry.path, entry.name)))
}

function inChild(part) {
  return new Promise((resolve, reject) => {
    const child = fork(at('scripts/lib/build-part.mjs'), [part.name], { cwd: at() })
    let spent
    child.on('message', (message) => (spent = message))
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (code === 0 && spent) resolve(spent)
      else reject(new Problem(`Building ${part.name} failed (${signal ?? `exit code ${code}`}): the lines above say why.`))
    })
  })
}

function report(results) {
  const row = (name, ...cells) => `${name.padEnd(20)}${cells.map((cell) => cell.padStart(10)).join('')}`
  console.log(row('part', 'seconds', 'CPU s'))
  for (const { name, built, seconds, cpuSeconds } of results) {
    console.log(built ? row(name, seconds.toFixed(2), cpuSeconds.toFixed(2)) : row(name, 'unchanged', ''))
  }
}

if (process.argv[1] === at('scripts/build.mjs')) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { report: { type: 'boolean' }, force: { type: 'boolean' }, only: { type: 'string', multiple: true } },
    })
    const begin = performance.now()
    const results = await build({ only: [...(values.only ?? []), ...positionals], force: values.force })
    if (values.report) {
      report(results)
      console.log(`in all ${((performance.now() - begin) / 1000).toFixed(2)} s`)
    } else if (results.every((result) => !result.built)) {
      console.log('nothing changed since the last build')
    }
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
