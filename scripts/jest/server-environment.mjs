import { createRequire } from 'node:module'

// Jest's environment of Node, and the libraries that all test files of a worker share (`SHARED` in jest.config.mjs): each file
// would else load and run their several hundred modules again.

// Jest brings its environments along; only its own packages may name them.
const inJest = ['jest', '@jest/core', 'jest-config'].reduce((from, name) => createRequire(from.resolve(name)), createRequire(import.meta.url))
const { TestEnvironment } = inJest('jest-environment-node')
const load = createRequire(import.meta.url)

export default class ServerEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    this.global[Symbol.for('shared-libraries')] = load
  }
}
