import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import { readJson, writeJson } from './fingerprint.mjs'
import { Problem } from './problem.mjs'
import { at } from './root.mjs'

const PNPM = 'pnpm@12.21.0'
// Nobody is there to answer whether old packages may be removed.
const NO_QUESTIONS = '--config.confirm-modules-purge=false'
// Inside node_modules, so that it goes when they go.
const stampFile = at('node_modules/.installed.json')

/** Installs the packages when they are missing or older than the lockfile; costs a few file reads otherwise. */
export function install({ log = console.log } = {}) {
  const wanted = manifestHash()
  if (readJson(stampFile)?.hash === wanted && whole()) return
  if (installedByHand()) {
    writeJson(stampFile, { hash: wanted })
    return
  }
  log('installing packages (the first time this takes a minute or two)')
  const { status, error } = spawnSync('npx', ['--yes', PNPM, 'install', NO_QUESTIONS], {
    cwd: at(),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...homeForCaches() },
  })
  if (error || status !== 0) {
    throw new Problem('Installing the packages failed: see the lines above, check that the npm registry can be reached, and start again.')
  }
  writeJson(stampFile, { hash: manifestHash() })
}

/**
 * What npm and pnpm are told of where their caches go: they keep them at home, and whoever has none that they may write to (the
 * user of a service, or one whose home is closed) gets a place in the repository.
 */
export function homeForCaches(own = os.homedir()) {
  try {
    fs.accessSync(own, fs.constants.W_OK | fs.constants.X_OK)
    return {}
  } catch {
    const home = at('.cache/home')
    fs.mkdirSync(home, { recursive: true })
    return { HOME: home, npm_config_cache: `${home}/.npm` }
  }
}

function manifests() {
  const folders = ['', 'host', 'server', 'e2e']
  for (const group of ['remotes', 'shared']) {
    if (fs.existsSync(at(group))) folders.push(...fs.readdirSync(at(group)).map((name) => `${group}/${name}`))
  }
  const packages = folders.map((folder) => at(folder, 'package.json'))
  return [at('pnpm-lock.yaml'), at('pnpm-workspace.yaml'), ...packages].filter((file) => fs.existsSync(file)).sort()
}

function manifestHash() {
  const hash = createHash('sha256')
  for (const file of manifests()) hash.update(file.slice(at().length)).update(fs.readFileSync(file))
  return hash.digest('hex')
}

/** Every package of the workspace has its own node_modules; a copied repository may have lost some. */
function whole() {
  return ['node_modules/.modules.yaml', 'server/node_modules', 'host/node_modules'].every((file) => fs.existsSync(at(file)))
}

/** Somebody ran pnpm install: it writes this file last, after all manifests were as they are. */
function installedByHand() {
  if (!whole() || fs.existsSync(stampFile)) return false
  const done = fs.statSync(at('node_modules/.modules.yaml')).mtimeMs
  return manifests().every((file) => fs.statSync(file).mtimeMs <= done)
}
