import fs from 'node:fs'
import os from 'node:os'
import { describe } from './budget.mjs'
import { verdict } from './lib/verdict.mjs'
import { at } from '../lib/root.mjs'
import { PEER } from './lists.mjs'

/** Writes docs/benchmarks/<date>.md from the results of the parts; answers its path. */
export function writeReport(date, results) {
  const file = `docs/benchmarks/${date}.md`
  const sections = Object.entries(SECTIONS).flatMap(([name, section]) => (results[name] ? [section(results[name])] : []))
  fs.mkdirSync(at('docs/benchmarks'), { recursive: true })
  fs.writeFileSync(at(file), `${[head(date), ...sections].join('\n\n')}\n`)
  return file
}

const head = (date) => `# Measured on ${date}

By \`pnpm bench\`, on ${machine()}, everything on loopback of that one machine: server, database, load generator and
browser share its cores, so single rates are low and the ratios to what runs beside them are what counts.`

function machine() {
  const cpus = os.cpus()
  return `${cpus.length} cores (${cpus[0].model.replace(/\s+/g, ' ').replace(/ @.*| CPU| Processor|\(R\)|\(TM\)/g, '').trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GB of memory, ${os.platform()}, Node ${process.versions.node.split('.')[0]}`
}

const table = (titles, rows) => [`| ${titles.join(' | ')} |`, `|${titles.map(() => '---').join('|')}|`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')
const n = (value, digits = 0) => value.toFixed(digits)
/** What was to be reached, what was, and whether it was: the last is read from the first two. */
const validated = (what, target, measured) => [what, target, measured, verdict(target, measured)]
const kb = (bytes) => `${n(bytes / 1000, 1)} KB`

const SECTIONS = {
  api({ companies, connections, rounds, seconds, list, read, readRow, insert, login }) {
    const row = (what, target, r) => [...validated(what, `≥ ${target}`, n(r.ratio, 2)), `${n(r.rate)}/s`, `${n(r.bareRate)}/s`, `${n(r.p99)} ms`, `${n(r.bareP99)} ms`]
    return `## Calls beside a bare server

${companies.toLocaleString('en')} companies, ${connections} connections, ${rounds} turns of ${seconds} s for each side, in alternation; medians. The bare side is
\`node:http\` and \`pg\` in a process of its own: the same pool, the same statements under the same prepared names (recorded from
the running call), no session, access, schema, audit or envelope. Logins stand beside nothing but argon2 verifying.

${table(
  ['what', 'target', 'ratio', '', 'ours', 'bare', 'our p99', 'bare p99'],
  [
    row('list: 20 rows, filter, order, total', 0.75, list),
    row('single read', 0.6, read),
    row('insert with audit and idempotency key beside the bare insert', 0.35, insert),
    [...row('logins beside argon2 alone', 0.8, login).slice(0, 7), '—'],
  ],
)}

The single read checks the id against the data scope by a statement of its own. Beside a bare server that reads the row and
checks nothing it reaches ${n(readRow.ratio, 2)} (${n(readRow.rate)}/s and ${n(readRow.bareRate)}/s).`
  },
  paths({ companies, turns, rows }) {
    return `## Every searched and sorted path of the list

${companies.toLocaleString('en')} companies, one connection, ${turns} calls for each of eight orders, over HTTP, the total included; the slowest order counts.

${table(
  ['path', 'target', 'p95', '', 'slowest order', 'median of all orders'],
  rows.map((r) => [...validated(r.name, '< 50 ms', `${n(r.p95, 1)} ms`), r.worst, `${n(r.median, 1)} ms`]),
)}`
  },
  calls({ companies, connections, rounds, seconds, rows, idleMb, writtenMb, readyMs, targets }) {
    const line = ([kind, r]) => [...validated(kind, `≥ ${r.target}`, n(r.ratio, 2)), `${n(r.serverMs, 2)} + ${n(r.databaseMs, 2)} ms`, `${n(r.bareServerMs, 2)} + ${n(r.bareDatabaseMs, 2)} ms`, n(r.serverRatio, 2), n(r.rateRatio, 2), r.statements]
    return `## Processor time a call

${companies.toLocaleString('en')} companies, ${connections} connections, ${rounds} turns of ${seconds} s for each side, in alternation after a warm-up; medians. Processor time of the server's
process and of PostgreSQL's backends; the ratio is that of both together, bare by ours, which is the ratio of rates of a machine that does nothing else.

${table(['what', 'target', 'ratio', '', 'server + PostgreSQL', 'the same, bare', 'servers alone', 'rates', 'statements'], Object.entries(rows).map(line))}

Ready in ${n(readyMs / 1000, 2)} s; resident ${n(idleMb)} MB idle (target ${targets.idleMb}) and ${n(writtenMb)} MB afterwards (target ${targets.writtenMb}).`
  },
  imports({ rows, rounds, checkMs, writeMs, bareMs, ratio, grownMb, targets }) {
    return `## An import beside bare inserts

${rows.toLocaleString('en')} rows, medians of ${rounds} turns: checked, then written with an audit row each, beside multi-row inserts of as many.

${table(
  ['what', 'target', 'measured', ''],
  [validated('check and write by bare inserts', `≤ ${targets.ratio}`, n(ratio, 1)), validated('memory of the process', `≤ ${targets.grownMb} MB`, `${n(grownMb)} MB`)],
)}

Checked in ${n(checkMs)} ms and written in ${n(writeMs)} ms beside ${n(bareMs)} ms.`
  },
  everyList({ rows, target, lists }) {
    return `## Every mounted list with ${rows.toLocaleString('en')} rows

At one connection over HTTP, the total included: the first page, each order, each filter. Lists marked * were asked by their statements alone,
for copies of their rows have a form that no answer may have.

${table(
  ['list', 'rows', 'target', 'p95', '', 'median', 'slowest question'],
  lists.map(({ name, how, rows: held, p50, p95, slowest }) => [`${name}${how === 'statements' ? ' *' : ''}`, held.toLocaleString('en'), ...validated('', `< ${target} ms`, `${n(p95, 1)} ms`).slice(1), `${n(p50, 1)} ms`, `${n(slowest.ms)} ms \`${slowest.question}\``]),
)}`
  },
  memory({ seconds, readyMs, idleMb, loadedMb, mostMb, rate, p99 }) {
    return `## Memory and start of the API process

${table(
  ['what', 'target', 'measured', ''],
  [
    validated('ready with a made database, the server alone', '≤ 1.5 s', `${n(readyMs / 1000, 2)} s`),
    validated('resident, idle', '< 120 MB', `${n(idleMb)} MB`),
    validated(`resident after ${seconds} s of load`, '< 220 MB', `${n(loadedMb)} MB (most ${n(mostMb)} MB)`),
  ],
)}

The load: lists, searches, single reads and inserts in turn at 50 connections, ${n(rate)}/s, p99 ${n(p99)} ms.`
  },
  exports({ companies, rounds, rows, idleP95, duringP95, lists }) {
    const seconds = (ms) => `${n(ms / 1000, 2)} s`
    return `## Large exports beside a bare stream

${companies.toLocaleString('en')} companies, from the call to the finished file, the best of ${rounds} turns of each side in alternation. The bare side reads the same rows by a cursor in
a process of its own and writes them by the library's stream of a single plain sheet: no rights, no labels, no second sheet. Memory is that of the
process that also answers calls, above what it held before; the lists are asked at one connection.

${table(
  ['what', 'target', 'of the bare stream', '', 'ours', 'bare', 'memory', ''],
  rows.map((r) => [...validated(r.what, '≤ 2', n(r.ratio, 2)), seconds(r.ms), seconds(r.bareMs), ...validated('', '≤ 100 MB', `${n(r.grownMb)} MB`).slice(2)]),
)}

${table(['what', 'target', 'measured', ''], [validated('p95 of a list beside an export, of its p95 alone', '≤ 2', n(duringP95 / idleP95, 2))])}

That is ${n(duringP95, 1)} ms in ${lists} calls beside ${n(idleP95, 1)} ms.`
  },
  firstLoad({ steps, all }) {
    const [login, , remote, view] = steps
    const row = (what, target, { requests, bytes }) => validated(what, target, `${requests} requests, ${kb(bytes)}`)
    const withCalls = (cells, { calls }) => [...cells.slice(0, 3), `${cells[3]}; ${calls} calls`]
    const still = (step) => ({ requests: step.requests - step.calls, bytes: step.list.filter((l) => !l.path.startsWith('/capcoapi/')).reduce((sum, l) => sum + l.bytes, 0) })
    const [r, v] = [still(remote), still(view)]
    return `## First load, in Chromium over the wire

${table(
  ['what', 'target', 'measured', ''],
  [
    row('cold login page, until the form can be typed into', '≤ 6 requests, 120 KB', login),
    row('from the cold start through the first rows of a remote’s list, calls included', '≤ 16 requests, 420 KB', all),
    withCalls(row('first view of a further remote, static', '≤ 3 requests, 30 KB', r), remote),
    withCalls(row('next view of the same remote, static', '≤ 1 request, 12 KB', v), view),
  ],
)}

${all.requests} requests: ${all.calls} calls, ${all.requests - all.calls} files. Milliseconds until it could be used: ${steps.map((s) => `${s.name} ${n(s.ms)}`).join(', ')}. Bytes are the bodies as they were pressed; with
every header the way to the first rows is ${kb(all.wire)}. The captcha is apart.`
  },
  lists({ turns, steps }) {
    const [login, rows, ...rest] = steps
    const selecting = rest.filter(({ name }) => name.includes('selected'))
    const others = rest.filter((step) => !selecting.includes(step))
    const kept = others.filter(({ name }) => name.includes('tab'))
    const first = others.filter((step) => !kept.includes(step))
    const ms = (value) => `${n(value)} ms`
    return `## Lists on a slow machine and line

Chromium at a quarter of the processor, 10 Mbit/s, 40 ms; medians of ${turns}. The yardstick is what ant-design-pro took in this manner on another
machine (${PEER.loginMs.toLocaleString('en')} ms until its login page could be used, ${PEER.rowsMs.toLocaleString('en')} ms to its rows, ${PEER.blockingMs.toLocaleString('en')} ms blocked, ${PEER.anotherMs.toLocaleString('en')} ms
to another list): the same page is faster or slower here by what this machine is. Counts are the same everywhere.

${table(
  ['what', 'target', 'measured', ''],
  [
    validated('login page can be used, not later than the yardstick', `≤ ${n(PEER.loginMs)} ms`, ms(login.ms)),
    validated('login to first rows, at most 0.4 of the yardstick', `≤ ${n(PEER.rowsMs * 0.4)} ms`, ms(rows.ms)),
    validated('blocked on that way, at most 0.4 of the yardstick', `≤ ${n(PEER.blockingMs * 0.4)} ms`, ms(rows.blockingMs)),
    validated('longest task on that way', '≤ 200 ms', ms(rows.longestMs)),
    ...first.map((step) => validated(step.name, '≤ 400 ms', ms(step.ms))),
    ...kept.map((step) => validated(step.name, '≤ 100 ms', ms(step.ms))),
    ...selecting.map((step) => validated(step.name, '≤ 100 ms', ms(step.ms))),
  ],
)}

${table(
  ['step', 'commits', 'components drawn', 'elements made', 'cells', 'nodes', 'requests', 'calls among them', 'ms in tasks', 'heap'],
  steps.map((s) => [s.name, s.commits ?? '–', s.components ?? '–', s.elements ?? '–', s.cells ?? '–', n(s.nodes), s.requests, s.calls, n(s.cpuMs), `${n(s.heapMb, 1)} MB`]),
)}`
  },
  budget({ lines }) {
    return `## Size budget of the built files

\`\`\`
${describe(lines).join('\n')}
\`\`\``
  },
  builds({ cold, changed, none }) {
    const rows = (name, b) => [name, `${n(b.seconds, 1)} s`, `${n(b.cpuSeconds, 1)} s`]
    return `## Builds

${table(['what', 'time', 'CPU time'], [rows('everything, from nothing', cold), ...cold.parts.map((p) => [`— ${p.name}`, `${n(p.seconds, 1)} s`, `${n(p.cpuSeconds, 1)} s`]), rows('after one changed view', changed), rows('with nothing changed', none)])}`
  },
}
