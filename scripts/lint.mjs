import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { checkAny, checkFiles, readRepository } from './lib/architecture.mjs'
import { checkExpressions } from './lib/expressions.mjs'
import { readJson } from './lib/fingerprint.mjs'
import { at } from './lib/root.mjs'
import { checkTerms } from './lib/terms.mjs'
import { checkUntyped } from './lib/untyped.mjs'

// `npm run lint`: oxlint for single lines, the architecture check for who may know whom, the checker of expressions, the terms of the code.

const begin = performance.now()
const ANY = 'typescript(no-explicit-any)'
const problems = []

const oxlint = spawnSync(at('node_modules/.bin/oxlint'), ['--format=json', '.'], { cwd: at(), encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
let diagnostics
try {
  ;({ diagnostics } = JSON.parse(oxlint.stdout))
} catch {
  console.error(`oxlint does not run: ${oxlint.error?.message ?? `${oxlint.stdout}${oxlint.stderr}`.trim()}`)
  process.exit(1)
}
const anyCounts = {}
for (const { message, code, help, filename, labels = [] } of diagnostics) {
  const file = path.relative(at(), path.resolve(at(), filename))
  if (code === ANY) anyCounts[file] = (anyCounts[file] ?? 0) + 1
  else problems.push({ file, line: labels[0]?.span?.line ?? 1, message: `${message}${help ? ` ${help}` : ''} (${code})` })
}

const ratchet = readJson(at('scripts/any-ratchet.json'), {})
const known = new Set(problems.map(({ file }) => file))
problems.push(...checkAny(anyCounts, ratchet))
for (const problem of problems) {
  if (problem.rule !== 'any-ratchet' || known.has(problem.file)) continue
  problem.line = diagnostics.find(({ code, filename }) => code === ANY && filename.endsWith(problem.file))?.labels?.[0]?.span?.line ?? 1
}
const files = readRepository()
problems.push(...checkFiles(files), ...checkUntyped(files), ...checkExpressions(files), ...checkTerms(readRepository({ documents: true })))

problems.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
for (const { file, line, message } of problems) console.log(`${file}:${line}: ${message}`)
const seconds = ((performance.now() - begin) / 1000).toFixed(1)
console.log(problems.length === 0 ? `lint: nothing found (${seconds} s)` : `lint: ${problems.length} found (${seconds} s)`)
process.exitCode = problems.length === 0 ? 0 : 1
