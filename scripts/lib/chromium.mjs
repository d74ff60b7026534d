import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from './problem.mjs'

/** The same browser without its window: a journey takes it half of the processor's time (docs/benchmarks/2026-11-23-tests.md). */
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * The path of a Chromium that runs. As root on Debian it is installed when missing; else one sentence says what to do. With `shell` one
 * that only draws pages does as well and is preferred; it cannot be installed everywhere, and nothing depends on it.
 */
export function findChromium({ log = console.log, shell = false } = {}) {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (runs(given)) return given
    throw new Problem(`CHROMIUM_PATH=${given} does not run: give the path of a Chromium that does, or leave it out.`)
  }
  const preferred = shell ? [SHELL, ...NAMES] : NAMES
  const found = onPath(preferred)
  if (found && (!shell || path.basename(found) === SHELL)) return found
  if (process.getuid?.() === 0 && fs.existsSync('/etc/debian_version') && which('apt-get')) {
    if (shell) apt([SHELL, 'fonts-noto-cjk'], log)
    const installed = onPath(preferred)
    if (installed) return installed
    apt(['chromium', 'fonts-noto-cjk'], log)
  }
  const any = onPath(preferred)
  if (any) return any
  throw new Problem('The journeys need a Chromium and none was found: install one (Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM_PATH to its program.')
}

function apt(packages, log) {
  log(`installing Chromium (apt-get install ${packages.join(' ')})`)
  const options = { stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
}

function onPath(names) {
  return names.map(which).find((program) => program && runs(program))
}

function which(name) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const program = path.join(folder, name)
    try {
      fs.accessSync(program, fs.constants.X_OK)
      return program
    } catch {
      // not in this one
    }
  }
  return null
}

function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}
