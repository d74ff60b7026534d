import { inEnvironment } from './jest-packages.mjs'

const { ModuleMocker } = inEnvironment('jest-mock')
const { LegacyFakeTimers, ModernFakeTimers } = inEnvironment('@jest/fake-timers')

/** Where jest-circus keeps who listens to its events: each file brings its own, so what the file before left goes. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS')

/**
 * A test environment in Node's own realm, one for all files of a worker: modules that the files share (shared-modules.mjs) see the same
 * `Error`, `Date` and `Array` as the tests. A file that leaves a global behind leaves it to the next one.
 */
export default class OneRealm {
  constructor({ projectConfig: config }) {
    this.global = globalThis
    this.moduleMocker = new ModuleMocker(globalThis)
    this.fakeTimers = new LegacyFakeTimers({ config, global: globalThis, moduleMocker: this.moduleMocker, timerConfig: { idToRef: (id) => id, refToId: (timer) => timer } })
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis })
    this.env = { ...process.env }
  }

  setup() {}

  teardown() {
    this.fakeTimers.dispose()
    this.fakeTimersModern.dispose()
    this.moduleMocker.restoreAllMocks()
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name]
    Object.assign(process.env, this.env)
    delete globalThis[EVENT_HANDLERS]
  }

  exportConditions() {
    return ['node', 'node-addons']
  }

  getVmContext() {
    return globalThis
  }
}
