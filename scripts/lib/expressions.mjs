import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { at } from './root.mjs'
import { lineOf } from './source-text.mjs'

// Regular expressions of contract and server, which read what clients send: each takes time in proportion to its input.

const CHECKED = /^(?:shared\/contract|server)\/src\/.*\.ts$/
const TEST = /\.(?:test|testing(?:\.\w+)*)\.ts$/
const RULE = 'linear-expressions'
const END = `(${RULE}: docs/rules.md#${RULE})`
const KEPT = '.cache/expressions.json'

// Plain JavaScript in this process: the default looks for a Java or a native program.
process.env.RECHECK_SYNC_BACKEND = 'pure'
const require = createRequire(import.meta.url)

/** Verdicts of earlier runs, which hold as long as the checker is the same one. */
function readKept(version) {
  try {
    const kept = JSON.parse(fs.readFileSync(at(KEPT), 'utf8'))
    return kept.version === version ? kept.verdicts : {}
  } catch {
    return {}
  }
}

/**
 * Checks every regular expression of the files (Map of path to text). Answers `[{ rule, file, line, message }]`. Verdicts are kept
 * between runs unless `keep` is false.
 */
export function checkExpressions(files, { keep = true } = {}) {
  const { version } = JSON.parse(fs.readFileSync(require.resolve('recheck/package.json'), 'utf8'))
  const kept = keep ? readKept(version) : {}
  const verdicts = {}
  const found = []
  for (const [file, text] of files) {
    if (!CHECKED.test(file) || TEST.test(file) || !/\/[^\s/*]|RegExp/.test(text)) continue
    const say = (offset, sentence) => found.push({ rule: RULE, file, line: lineOf(text, offset), message: `${sentence} ${END}` })
    for (const { pattern, flags, offset } of expressionsOf(text)) {
      if (pattern === null) {
        say(offset, 'An expression that is put together at run time can be checked by nobody: write literals, or compare texts.')
        continue
      }
      const key = `/${pattern}/${flags}`
      verdicts[key] ??= kept[key] ?? validate(pattern, flags)
      if (verdicts[key] !== 'safe') say(offset, `The time of ${key} grows faster than its input (${verdicts[key]}): bound its repetitions, let a run of characters have one start, or use indexOf, split or withoutEnd.`)
    }
  }
  if (keep) {
    fs.mkdirSync(path.dirname(at(KEPT)), { recursive: true })
    fs.writeFileSync(at(KEPT), JSON.stringify({ version, verdicts }))
  }
  return found
}

/** `safe`, or what is wrong. Limits are of time, and wide, for the verdict must not depend on how busy the machine is. */
function validate(pattern, flags) {
  const { status, complexity, error } = require('recheck').checkSync(pattern, flags, { timeout: 120_000, attackTimeout: 60_000, incubationTimeout: 60_000 })
  if (status === 'safe') return 'safe'
  return complexity?.summary ?? `not checked: ${error?.kind ?? status}`
}

/** Literals and RegExp() of a source text with their offsets; the pattern of one that is no literal is null. */
function expressionsOf(text) {
  const { parseSync } = require('@swc/core')
  const found = []
  const module = parseSync(text, { syntax: 'typescript', target: 'es2022' })
  // Spans count bytes of UTF-8, and go on counting from file to file.
  const bytes = Buffer.from(text)
  const begin = module.span.start - leading(text, bytes)
  const offsetOf = ({ start }) => bytes.subarray(0, start - begin).toString().length
  const walk = (node) => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(walk)
    if (node.type === 'RegExpLiteral') found.push({ pattern: node.pattern, flags: node.flags, offset: offsetOf(node.span) })
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee.type === 'Identifier' && node.callee.value === 'RegExp') {
      const [pattern, flags] = (node.arguments ?? []).map(({ expression }) => textOf(expression))
      // Made of a literal: that one is checked by itself.
      if (node.arguments?.[0]?.expression.type !== 'RegExpLiteral') found.push({ pattern: pattern ?? null, flags: flags ?? '', offset: offsetOf(node.span) })
    }
    for (const [name, inner] of Object.entries(node)) if (name !== 'span') walk(inner)
  }
  walk(module)
  return found
}

/** Bytes before the first statement, which the span of a module leaves out. */
function leading(text, bytes) {
  const rest = text.replace(/^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/, '')
  return bytes.length - Buffer.byteLength(rest)
}

function textOf(expression) {
  if (expression?.type === 'StringLiteral') return expression.value
  if (expression?.type === 'TemplateLiteral' && expression.expressions.length === 0) return expression.quasis[0].cooked
  return undefined
}
