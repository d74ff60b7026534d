import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { Problem, explain } from '../lib/problem.mjs'
import { readJson, writeJson } from '../lib/fingerprint.mjs'
import { at } from '../lib/root.mjs'
import { measureApi } from './api.mjs'
import { checkBudget, describe } from './budget.mjs'
import { measureBuilds } from './builds.mjs'
import { measureCalls } from './calls.mjs'
import { measureEveryList } from './every-list.mjs'
import { measureExports } from './exports.mjs'
import { measureFirstLoad } from './first-load.mjs'
import { measureFormAnswers } from './form-answers.mjs'
import { measureForms } from './forms.mjs'
import { measureImports } from './imports.mjs'
import { writeKitReport } from './kit-report.mjs'
import { measureKit } from './kit.mjs'
import { measureLists } from './lists.mjs'
import { measureMemory } from './memory.mjs'
import { measurePaths } from './paths.mjs'
import { measureRelease } from './release.mjs'
import { writeReport } from './report.mjs'
import { measureReviews } from './reviews.mjs'

// `pnpm bench`: every number that the console promises, measured beside its baseline in the same run, on loopback alone.
// `pnpm bench -- --only api,paths` measures some and puts them into the same day's report. About twelve minutes in all.

const PARTS = {
  builds: measureBuilds,
  budget: async ({ log }) => {
    const lines = checkBudget()
    describe(lines).forEach(log)
    return { lines }
  },
  firstLoad: measureFirstLoad,
  lists: measureLists,
  api: measureApi,
  calls: measureCalls,
  paths: measurePaths,
  everyList: measureEveryList,
  memory: measureMemory,
  exports: measureExports,
  imports: measureImports,
  forms: measureForms,
  formAnswers: measureFormAnswers,
  reviews: measureReviews,
  // These have reports of their own.
  fees: async () => {
    execFileSync(process.execPath, [at('scripts/bench/fees.mjs')], { stdio: 'inherit' })
    return {}
  },
  release: measureRelease,
  kit: measureKit,
}

try {
  const { values } = parseArgs({ args: process.argv.slice(2).filter((word) => word !== '--'), options: { only: { type: 'string' } } })
  const wanted = values.only ? values.only.split(',') : Object.keys(PARTS)
  const strange = wanted.find((name) => !PARTS[name])
  if (strange) throw new Problem(`There is nothing called "${strange}" to measure: there are ${Object.keys(PARTS).join(', ')}.`)

  const date = new Date().toISOString().slice(0, 10)
  const store = at(`.cache/bench/${date}.json`)
  const results = readJson(store, {})
  for (const name of wanted) {
    console.log(`\n== ${name}`)
    results[name] = { time: new Date().toISOString(), ...(await PARTS[name]({ log: (line) => console.log(`· ${line}`) })) }
    writeJson(store, results)
  }
  if (wanted.includes('kit')) console.log(`\nreport: ${writeKitReport(date, results.kit)}`)
  if (wanted.some((name) => !['kit', 'release', 'fees'].includes(name))) console.log(`\nreport: ${writeReport(date, results)}`)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
process.exit()
