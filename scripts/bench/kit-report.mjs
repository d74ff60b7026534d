import fs from 'node:fs'
import os from 'node:os'
import { at } from '../lib/root.mjs'
import { median } from './lib/numbers.mjs'
import { verdict } from './lib/verdict.mjs'

const SELECT_MS = 100
const TASK_MS = 50

/** Writes docs/benchmarks/kit-<date>.md from what `measureKit` found; answers its path. */
export function writeKitReport(date, { size, lines, selecting, typing, load }) {
  const file = `docs/benchmarks/kit-${date}.md`
  const text = [head(date, load), selectSection(selecting), typeSection(typing), sizeSection(size), lineSection(lines)].join('\n\n')
  fs.mkdirSync(at('docs/benchmarks'), { recursive: true })
  fs.writeFileSync(at(file), `${text}\n`)
  return file
}

const n = (value, digits = 0) => value.toFixed(digits)
const ms = (value) => `${n(value)} ms`
const kb = (bytes) => `${n(bytes / 1000, 1)} KB`
/** What was to be reached, the median, the worst, and whether all of it was: the last is read from what is shown. */
const validated = (what, target, list) => [what, target, ms(median(list)), ms(Math.max(...list)), verdict(target, ms(Math.max(...list)))]
const table = (titles, rows) => [`| ${titles.join(' | ')} |`, `|${titles.map(() => '---').join('|')}|`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')

const head = (date, load) => `# The resource kit, measured on ${date}

By \`pnpm bench -- --only kit\`, in Chromium, on the kit's own page (\`pnpm kit -- --built\`): production code, answers made in the
page. ${os.cpus().length} cores, load ${n(load, 1)} while measuring. Beside the clock stands the processor time of the page's main
thread, for other programs on the machine stretch the clock and hardly touch that; the targets are judged by it.`

function selectSection(selecting) {
  const row = (what, { cpu, wall }) => [...validated(what, `< ${SELECT_MS} ms`, cpu), ms(median(wall)), ms(Math.max(...wall))]
  return `## Selecting, with 500 rows selected over the pages

From the click to the painted frame that shows it, ten clicks each.

${table(
  ['what', 'target', 'median', 'worst', '', 'median by the clock', 'worst by the clock'],
  selecting.flatMap(({ rows, runtime, all, one }) => {
    const where = `${rows} rows a page, ${runtime < rows ? `virtual, ${runtime} of them mounted` : 'all mounted'}`
    return [row(`all of the page: ${where}`, all), row(`one row: ${where}`, one)]
  }),
)}`
}

function typeSection({ cpu, wall }) {
  const row = (what, list, clock) => [...validated(what, `≤ ${TASK_MS} ms`, list), ms(median(clock)), ms(Math.max(...clock))]
  return `## Typing in the middle of forty fields

Sixty keys, the processor slowed to a quarter (\`Emulation.setCPUThrottlingRate\`); the longest task of the main thread from each
key to the next, as the browser's trace has it.

${table(['what', 'target', 'median', 'longest', '', 'median by the clock', 'longest by the clock'], [row('the first key, which makes the form dirty', cpu.slice(0, 1), wall.slice(0, 1)), row('each further key', cpu.slice(1), wall.slice(1))])}

Tasks above ${TASK_MS} ms: ${cpu.filter((value) => value > TASK_MS).length} of ${cpu.length}; by the clock ${wall.filter((value) => value > TASK_MS).length}.`
}

function sizeSection({ chunks, own }) {
  return `## Size in the browser

The chunks of the host's production build in which lists, forms and dialogs come; each is loaded once, with the first view that
needs it.

${table(['chunk', 'what', 'raw', 'gzip', 'brotli'], chunks.map((c) => [`\`${c.name}\``, c.what, kb(c.raw), kb(c.gzip), kb(c.brotli)]))}

The kit's own source in them, minified, without any library:

${table(['part', 'raw', 'gzip'], own.map((o) => [o.name, kb(o.raw), kb(o.gzip)]))}`
}

function lineSection({ views, medians, declared, count }) {
  const name = (path) => path?.replace(/^(?:shared\/contract\/src|server\/src\/modules)\//, '').replace(/\.ts$/, '') ?? '—'
  const sum = (what, m) => [what, n(m.page), n(m.folder), n(m.contract), n(m.module), n(m.all), n(m.share)]
  return `## Lines a screen

Of every view: its page, what else stands in its folder, the contract file and the server module of the call or resource that it is
about, without tests. Files that several views are about count whole in "all" and in equal shares in "share".

${table(['median', 'page', 'rest of its folder', 'contract', 'server module', 'all', 'share'], [sum(`${count.complete} views with a contract of their own`, medians), sum(`${count.declared} of them declared by \`resourcePage\``, declared)])}

${table(
  ['view', 'page', 'rest', 'contract', 'lines', 'server module', 'lines', 'all', 'share'],
  views.map((v) => [`${v.view}${v.declared ? ' (A)' : ''}`, v.page, v.folder, name(v.contractFile), v.contract, name(v.moduleFolder), v.module, v.all, v.share]),
)}`
}
