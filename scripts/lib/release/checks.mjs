import fs from 'node:fs'
import { checkBudget, describe } from '../../bench/budget.mjs'
import { at } from '../root.mjs'

/**
 * Everything that speaks against a release, one sentence each. `knows` is what the server says of itself: `{ hostApi, calls,
 * permits }`; `links` the views that a menu or a fixed page leads to; `budget` the lines of the size check.
 */
export function findProblems(manifest, { knows, fitsHostApi, links, budget }) {
  const { name, views, calls, hostApi } = manifest
  const permits = new Set(knows.permits)
  const known = new Set(knows.calls)
  return [
    ...views
      .filter(({ access }) => access !== 'signedIn' && access !== 'public' && !permits.has(access))
      .map(({ menuLink, access }) => `${menuLink} asks for the permit ${access}, which the server does not know: name one of the contract, signedIn or public in its view.ts, or start the server that has it first.`),
    ...views
      .filter(({ menuLink }) => !links.has(menuLink))
      .map(({ menuLink }) => `${menuLink} stands in no menu and on no fixed page, so nobody could open it: add it to the seed of its module in server/src/areas.`),
    ...(fitsHostApi(hostApi, knows.hostApi) ? [] : [`${name} wants hostApi ${hostApi}, the console offers ${knows.hostApi}: release a console that fits first, or build the remote against this one.`]),
    ...calls.filter((path) => !known.has(path)).map((path) => `${name} calls ${path}, which the server does not have: start the server that has it first.`),
    ...describe(budget.filter((line) => concerns(line, name) && !line.within)).map((line) => `${line.replace(/^OVER\s+/, 'Over the size budget: ')}: load less in its views, or later.`),
  ]
}

/** Whether a line of the size check is about a remote: its own views, or the console with its dearest view. */
const concerns = ({ name, subject }, remote) => name !== 'login' && subject.replace(/^with /, '').startsWith(`${remote}/`)

export const budgetLines = () => checkBudget()

/**
 * Views that can be opened: every `remote/View` that the seeds of the menu and the list of fixed pages name. They are read from
 * their source, for a seed is a program against a database, and what a menu holds there may be changed by staff at any time.
 */
export function openableViews(folder = at('server/src/areas')) {
  const files = fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => fs.readFileSync(`${folder}/${name}`, 'utf8'))
  const fixed = /const FIXED_PATHS[^{]*\{([\s\S]*?)\n\}/
  return new Set(
    files.flatMap((text) => [
      ...[...text.matchAll(/\bmenuLink:\s*['"`]([a-z][\w-]*\/\w+)['"`]/g)].map((m) => m[1]),
      ...[...(fixed.exec(text)?.[1] ?? '').matchAll(/:\s*['"]([a-z][\w-]*\/\w+)['"]/g)].map((m) => m[1]),
    ]),
  )
}
