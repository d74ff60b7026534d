import { createRequire } from 'node:module'

/** Jest brings the parts of itself along; only its own packages may name them. `inside('jest-runner')` is the require of that part. */
const inside = (...names) => names.reduce((from, name) => createRequire(from.resolve(name)), createRequire(import.meta.url))

export const inJest = inside('jest', '@jest/core', 'jest-config')
export const inRunner = inside('jest', '@jest/core', 'jest-runner')
export const inEnvironment = inside('jest', '@jest/core', 'jest-runner', 'jest-environment-node')
