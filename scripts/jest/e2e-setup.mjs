import { beginRun } from './test-databases.mjs'

export default async function setup() {
  await beginRun()
}
