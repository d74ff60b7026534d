import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from './problem.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium that runs. As root on Debian it is installed when missing; else one sentence says what to do. */
export function findChromium({ log = console.log } = {}) {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (runs(given)) return given
    throw new Problem(`CHROMIUM_PATH=${given} does not run: give the path of a Chromium that does, or leave it out.`)
  }
  const found = onPath()
  if (found) return found
  if (process.getuid?.() === 0 && fs.existsSync('/etc/debian_version') && which('apt-get')) {
    log('installing Chromium (apt-get install chromium fonts-noto-cjk)')
    const options = { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], options)
    const installed = onPath()
    if (installed) return installed
  }
  throw new Problem('The journeys need a Chromium and none was found: install one (Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM_PATH to its program.')
}

function onPath() {
  return NAMES.map(which).find((program) => program && runs(program))
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
