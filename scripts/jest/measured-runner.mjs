import fs from 'node:fs'
import { measureTree } from '../lib/core-seconds.mjs'
import { inJest } from './jest-packages.mjs'

// Jest's own runner of a file, with a note of the core-seconds that the file took: of this process and of what the file starts.

const runFile = inJest('jest-circus/runner')

export default async function run(globalConfig, config, environment, runtime, file, ...more) {
  const meter = process.env.TEST_CORE_SECONDS ? measureTree(process.pid) : undefined
  try {
    return await (runFile.default ?? runFile)(globalConfig, config, environment, runtime, file, ...more)
  } finally {
    if (meter) fs.appendFileSync(process.env.TEST_CORE_SECONDS, JSON.stringify({ file, seconds: meter.end() }) + '\n')
  }
}
