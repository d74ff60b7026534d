import { build } from 'esbuild'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import fs from 'node:fs'
import { at } from '../lib/root.mjs'

// The form engine in Node: what computing a form of 500 questions with 300 expressions costs, as a whole and after a change, beside what
// a copy of the same answers costs, and how large the part is that fills forms in.

const QUESTIONS = 500
const ENGINE = ['run', 'document', 'answers', 'display']
/** ms and brotli bytes. */
export const TARGETS = { whole: 10, change: 1, bytes: 15_000 }

const bundle = async (names, file, options = {}) => {
  const contents = names.map((name) => `export * from ${JSON.stringify(at('shared/contract/src/form/engine', name))}`).join('\n')
  await build({ stdin: { contents, resolveDir: at('shared/contract'), loader: 'ts' }, bundle: true, format: 'esm', target: 'es2022', outfile: file, logLevel: 'error', ...options })
  return file
}

/** Numbers, and in every group of five a sum of them and conditions on the first. */
function form() {
  const questions = {}
  for (let i = 0; i < QUESTIONS; i += 1) {
    const first = i - (i % 5)
    const own = { code: `c${i}`, label: `第 ${i} 题` }
    questions[`q${i}`] =
      i % 5 === 4
        ? { ...own, type: 'calc', calc: ['add', ['mul', ['q', `q${first}`], ['n', '1.5']], ['sum', ['q', `q${first + 1}`], ['q', `q${first + 2}`]]] }
        : { ...own, type: 'number', ...(i % 5 > 1 ? { visibleIf: ['gt', ['q', `q${first}`], ['n', '3']] } : {}) }
  }
  return {
    format: 1,
    title: '大表单',
    pages: ['p1'],
    blocks: { p1: { kind: 'page', title: '', items: ['s1'] }, s1: { kind: 'section', title: '', items: Object.keys(questions) } },
    questions,
  }
}

function each(times, work) {
  for (let i = 0; i < times / 2; i += 1) work(i)
  const start = performance.now()
  for (let i = 0; i < times; i += 1) work(i)
  return (performance.now() - start) / times
}

export async function measureForms({ log }) {
  const folder = at('.cache/bench/forms')
  const engine = await import(pathToFileURL(await bundle(ENGINE, path.join(folder, 'engine.mjs'), { platform: 'node' })))
  const small = await bundle(ENGINE, path.join(folder, 'small.js'), { minify: true, external: ['zod'] })
  const bytes = brotliCompressSync(fs.readFileSync(small)).length
  const doc = form()
  const answers = Object.fromEntries(Object.keys(doc.questions).flatMap((key, i) => (i % 5 === 4 ? [] : [[key, String(i % 17)]])))
  const context = { today: '2026-01-01' }
  const run = engine.startRun(doc, answers, context)
  const results = {
    whole: each(200, () => engine.startRun(doc, answers, context)),
    change: each(2000, (i) => run.set({ key: `q${(i % 100) * 5}` }, String(i % 9))),
    faults: each(200, () => run.faults(true)),
    copy: each(200, () => structuredClone(answers)),
    bytes,
  }
  log(`whole ${results.whole.toFixed(2)} ms (target ${TARGETS.whole}), ${(results.whole / results.copy).toFixed(0)} times a copy of the answers`)
  log(`a change ${results.change.toFixed(3)} ms (target ${TARGETS.change}), all faults ${results.faults.toFixed(2)} ms`)
  log(`the part that fills in ${bytes} bytes of brotli (target ${TARGETS.bytes})`)
  return results
}
