import fs from 'node:fs'
import { at } from '../../lib/root.mjs'
import { verdict } from './verdict.mjs'

test('a verdict follows from the numbers that are shown, the worst of them included', () => {
  expect(verdict('< 220 MB', '182 MB (most 219 MB)')).toBe('met')
  expect(verdict('< 220 MB', '182 MB (most 226 MB)')).toBe('**missed**')
  expect(verdict('< 220 MB', '220 MB')).toBe('**missed**')
  expect(verdict('≤ 50 ms', '18 ms', '50 ms')).toBe('met')
  expect(verdict('≤ 50 ms', '18 ms', '53 ms')).toBe('**missed**')
  expect(verdict('≥ 0.75', '0.75')).toBe('met')
  expect(verdict('≥ 0.75', '0.74')).toBe('**missed**')
  expect(verdict('≤ 18 requests, 500 KB', '16 requests, 499.8 KB')).toBe('met')
  expect(verdict('≤ 18 requests, 500 KB', '16 requests, 500.1 KB')).toBe('**missed**')
  expect(verdict('≤ 1 request, 12 KB', '2 requests, 1.0 KB')).toBe('**missed**')
  expect([verdict('0', '0'), verdict('0', '1,203')]).toEqual(['met', '**missed**'])
  expect(() => verdict('< 220 MB', '3 s')).toThrow('nothing is shown in the unit')
})

/** Rows of a report that have a target: `[target, what is shown between it and the verdict, verdict]`. */
function rowsOf(text) {
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim()).slice(1, -1)
    const at = cells.findIndex((cell) => /^(met|\*\*missed\*\*)(;|$)/.test(cell))
    return at < 0 ? [] : [[cells[1], cells.slice(2, at), cells[at].split(';')[0]]]
  })
}

test('every verdict that stands in a report is the one that its numbers give', () => {
  const reports = fs.readdirSync(at('docs/benchmarks')).filter((name) => name.endsWith('.md'))
  const rows = reports.flatMap((name) => rowsOf(fs.readFileSync(at('docs/benchmarks', name), 'utf8')))
  expect(rows.length).toBeGreaterThan(30)
  for (const [target, shown, said] of rows) expect([target, shown, said]).toEqual([target, shown, verdict(target, ...shown)])
})
