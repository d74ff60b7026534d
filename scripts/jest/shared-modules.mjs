import { createHash } from 'node:crypto'
import fs from 'node:fs'
import Module, { createRequire } from 'node:module'
import path from 'node:path'
import { compileFunction } from 'node:vm'
import { transformSync, version } from '@swc/core'
import { at } from '../lib/root.mjs'
import { inRunner } from './jest-packages.mjs'
import { swcOptions } from './swc-options.mjs'

const { default: Runtime } = inRunner('jest-runtime')

/** What each test file evaluates for itself; everything that it imports is shared. */
const OF_THE_FILE = /\.(test|deep|journey)\.(ts|mjs)$/
/** A file that registers what the product does not have, such as a resource of its own, says so in its first comment. */
const OWN_MODULES = /^\s*\/\*\*[^/]*@own-modules/

let compiled
let registered

/**
 * Jest's runtime, with modules that are evaluated once for all files of a worker, by Node's own loader: making the contract and the areas
 * again for each file was half of what the server tests took (docs/adr/044-tests-are-counted-in-core-seconds.md). It goes with the
 * environment one-realm.mjs. Modules keep their state from file to file, as they do in a server that runs for long; a file marked
 * `@own-modules` evaluates all of them for itself.
 *
 * It reaches into one part of Jest that is not public, how a module's text is compiled: in Node's realm instead of one made for the file.
 */
export default class SharedModules extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, ...rest) {
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, ...rest)
    const { executor } = this
    if (typeof executor?.compile !== 'function') throw new Error('This Jest compiles modules otherwise: see scripts/jest/shared-modules.mjs.')
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename })
    this.ownModules = OWN_MODULES.test(fs.readFileSync(testPath, 'utf8'))
    this.ofServer = testPath.startsWith(at('server/'))
    compiled ??= compileOnLoad(path.join(config.cacheDirectory, 'shared-modules'))
    if (this.ofServer && !this.ownModules) registered ??= resources()
  }

  requireModuleOrMock(from, name) {
    if (this.ownModules || name === '@jest/globals' || from.includes('node_modules')) return super.requireModuleOrMock(from, name)
    const file = name.startsWith('.') ? this._resolution.resolveCjs(from, name) : name
    return OF_THE_FILE.test(file) ? super.requireModuleOrMock(from, name) : createRequire(from)(file)
  }

  getSourceMaps() {
    const own = super.getSourceMaps()
    return {
      get: (file) => own.get(file) ?? compiled.get(file),
      *[Symbol.iterator]() {
        yield* compiled
        yield* own
      },
    }
  }

  /** Fails the file that registered something for all later ones. */
  teardown() {
    super.teardown()
    if (!this.ofServer || this.ownModules) return
    const left = resources().filter((name) => !registered.includes(name))
    registered = [...registered, ...left]
    if (left.length > 0) throw new Error(`This file registers ${left.join(', ')}, which all later files would find: begin it with the comment /** @own-modules */.`)
  }
}

function resources() {
  const load = createRequire(at('server/test/harness.ts'))
  load('../src/areas/index.ts')
  return load('../src/platform/resource/registry.ts')
    .resourceRuntimes()
    .map((runtime) => runtime.entity.name)
}

/** Lets Node load our TypeScript. Answers where the source map of a file lies. */
function compileOnLoad(folder) {
  fs.mkdirSync(folder, { recursive: true })
  const maps = new Map()
  Module._extensions['.ts'] = (module, file) => {
    const source = fs.readFileSync(file, 'utf8')
    const kept = path.join(folder, createHash('sha256').update(`${version}\n${file}\n${source}`).digest('hex'))
    if (!fs.existsSync(kept)) {
      const { code, map } = transformSync(source, { ...swcOptions({ sourceMaps: true }), filename: file })
      fs.writeFileSync(`${kept}.map`, map)
      // Two workers may write the same: a whole file takes the place at once.
      fs.writeFileSync(`${kept}.${process.pid}`, code)
      fs.renameSync(`${kept}.${process.pid}`, kept)
    }
    maps.set(file, `${kept}.map`)
    module._compile(fs.readFileSync(kept, 'utf8'), file)
  }
  return maps
}
