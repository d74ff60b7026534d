import fs from 'node:fs'
import { at } from '../lib/root.mjs'

const seconds = (ms) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`
const NAMES = { bills: 'yearly bills for 5,000 members', statement: 'bank statement of 10,000 lines', mails: 'mail to 5,000 recipients, rate unlimited' }

const runsText = (runs) => `## Long works

Beside each stands a plain \`insert … select\` of the same rows in the same database in the same run, taken back afterwards: no rules, no
steps, no audit, no locks. ${runs.matched?.toLocaleString('en-US')} lines of the statement found their member and were settled, each with its payment, allocation, bill and
audit rows. ${runs.memory ? `The server held ${runs.memory.toFixed(0)} MB before. ` : ''}${runs.note ? `${runs.note} ` : ''}Load of the machine in the end: ${runs.load?.toFixed(1)} on ${runs.cores} cores.

| work | rows | time | plain inserts | ratio | processor time | most memory |
|---|--:|--:|--:|--:|--:|--:|
${Object.entries(NAMES)
  .filter(([name]) => runs[name])
  .map(([name, label]) => {
    const { rows, ms, bareMs, ratio, cpu, most, cut } = runs[name]
    return `| ${label}${cut ? ' (cut off after three minutes)' : ''} | ${rows.toLocaleString('en-US')} | ${seconds(ms)} | ${seconds(bareMs)} | ${ratio.toFixed(0)} | ${cpu === undefined ? 'not kept' : `${cpu.toFixed(1)} s`} | ${most.toFixed(0)} MB |`
  })
  .join('\n')}
`

const listsText = ({ target, calls, lists, load, cores }) => `## Lists

100,000 rows in each table, one connection, ${calls} calls a list: every sortable column both ways, keywords, filters; the answer with its
count. Target: p95 of at most ${target} ms. Load of the machine in the end: ${load?.toFixed(1)} on ${cores} cores.

| list | p50 | p95 | within ${target} ms | slowest question |
|---|--:|--:|---|---|
${lists.map(({ name, p50, p95, slowest }) => `| ${name} | ${p50.toFixed(1)} ms | ${p95.toFixed(1)} ms | ${p95 <= target ? 'yes' : 'no'} | ${slowest.ms.toFixed(0)} ms \`${slowest.question}\` |`).join('\n')}
`

/** Writes the report of fees from what has been measured; answers its path. */
export function writeFeesReport({ runs, lists }) {
  const path = 'docs/benchmarks/2026-11-21-fees.md'
  const parts = ['# Fees: long works and lists\n\nBy `node scripts/bench/fees.mjs`, on loopback alone. Times depend on the machine; ratios and what is within the target are what counts.\n']
  if (runs) parts.push(runsText(runs))
  if (lists) parts.push(listsText(lists))
  fs.writeFileSync(at(path), parts.join('\n'))
  return path
}
