import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODE } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../test/harness'
import { queueMail } from '../mail/outbox'
import { addJob } from '../jobs/queue'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { METRICS: 'on', SERVER_ROLE: 'api' } })
  await server.ok(companyResource.list, {})
  expect((await server.call(companyResource.list, {}, { as: null })).returnCode).not.toBe(CODE.ok)
})
afterAll(() => server.stop())

const scrape = async () => (await server.raw('/metrics', { as: null })).text()
const fresh = () => new Promise((done) => setTimeout(done, 1_100))
const value = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line ? Number(line.slice(series.length + 1)) : null
}

/** Series that an answer has: name, and the labels that it carries. */
function seriesOf(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [, name = '', labels = ''] = /^([a-z_]\w*)(?:\{(.*)\})? /.exec(line) ?? []
    if (!name) continue
    const known = found.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    found.set(name, known)
  }
  return found
}

/** Names of series, and labels in braces or behind `by`, that an expression uses. Those that Prometheus itself adds are let be. */
function usedBy(expr: string): { names: string[]; labels: string[] } {
  const names = [...expr.matchAll(/\b((?:console|nodejs|process)_\w+)/g)].map((m) => m[1] ?? '')
  const inBraces = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap((m) => [...(m[1] ?? '').matchAll(/(\w+)\s*=~?"/g)].map((n) => n[1] ?? ''))
  const behindBy = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap((m) => (m[1] ?? '').split(/,\s*/))
  return { names, labels: [...inBraces, ...behindBy].filter((label) => label !== 'job' && label !== 'instance') }
}

test('every series and label that the dashboard and the alerts use is in the answer of /metrics', async () => {
  const folder = join(process.cwd(), 'docs/grafana')
  const dashboard = JSON.parse(readFileSync(join(folder, 'console.json'), 'utf8')) as {
    panels: { id: number; title: string; type: string; targets?: { expr: string; refId: string }[] }[]
    annotations: { list: { expr: string }[] }
    templating: { list: { name: string; definition?: string }[] }
  }
  const alerts = [...readFileSync(join(folder, 'alerts.yml'), 'utf8').matchAll(/^\s*expr: (.*)$/gm)].map((m) => m[1] ?? '')
  const panels = dashboard.panels.flatMap((panel) => (panel.targets ?? []).map((target) => target.expr))
  const expressions = [...panels, ...dashboard.annotations.list.map((a) => a.expr), ...dashboard.templating.list.flatMap((v) => v.definition ?? []), ...alerts]
  expect([panels.length >= 30, alerts.length >= 8]).toEqual([true, true])

  const there = seriesOf(await scrape())
  const missing = expressions.flatMap((expr) => {
    const { names, labels } = usedBy(expr)
    const known = new Set(names.flatMap((name) => [...(there.get(name) ?? [])]))
    return [...names.filter((name) => !there.has(name)), ...labels.filter((label) => !known.has(label)).map((label) => `${label} in ${expr}`)]
  })
  expect(missing).toEqual([])

  // Each panel has its own number, a title, and something to show.
  expect(new Set(dashboard.panels.map((panel) => panel.id)).size).toBe(dashboard.panels.length)
  for (const panel of dashboard.panels) expect([panel.title, panel.title !== '' && (panel.type === 'row' || (panel.targets?.length ?? 0) > 0)]).toEqual([panel.title, true])
  expect(readFileSync(join(folder, 'console.json'), 'utf8')).toContain(`code=\\"${CODE.fault}\\"`)
})

test('jobs, messages and sessions are counted as they stand', async () => {
  const { db } = server.platform
  await asOwner(db, sql`truncate graphile_worker._private_jobs`)
  await addJob(db, 'house:keeping', { probe: 1 })
  await addJob(db, 'house:keeping', { probe: 2 }, { runAt: new Date(Date.now() + 3_600_000) })
  await addJob(db, 'house:keeping', { probe: 3 }, { maxAttempts: 1 })
  await sql`update graphile_worker._private_jobs set attempts = 1 where payload ->> 'probe' = '3'`.execute(db)
  await queueMail(db, 'jia@example.com', '通知', '正文')
  await sql`update outbox set create_time = now() - interval '90 seconds'`.execute(db)
  await fresh()
  const text = await scrape()
  expect(['waiting', 'running', 'planned', 'failed'].map((state) => value(text, `console_jobs{state="${state}"}`))).toEqual([2, 0, 1, 1])
  expect(value(text, 'console_outbox_messages{status="queued"}')).toBe(1)
  expect(value(text, 'console_outbox_oldest_seconds')).toBeGreaterThanOrEqual(90)
  expect(value(text, 'console_sessions{state="open"}')).toBe(1)
  expect(value(text, 'console_sessions{state="active"}')).toBe(1)
  expect(value(text, 'console_database_bytes')).toBeGreaterThan(1_000_000)
  expect(value(text, 'console_database_up')).toBe(1)
  expect(value(text, 'console_revocations_live')).toBe(1)
  expect(value(text, 'console_database_connections_max')).toBe(10)
})

test('labels are bounded: an address that is no call makes no series', async () => {
  await server.raw('/capcoapi/made/up/by/somebody', { method: 'POST' })
  expect(await scrape()).not.toContain('made/up')
})

test('while the database does not answer /metrics does, and shows no old numbers', async () => {
  const taken = await Promise.all(Array.from({ length: 10 }, () => server.platform.pool.connect()))
  try {
    await fresh()
    const began = performance.now()
    const text = await scrape()
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(value(text, 'console_database_up')).toBe(0)
    expect(text).not.toContain('console_jobs{')
    expect(value(text, 'console_outbox_oldest_seconds')).toBeNull()
    expect(value(text, 'console_database_connections{state="used"}')).toBe(10)
  } finally {
    for (const client of taken) client.release()
  }
  await new Promise((done) => setTimeout(done, 1_500))
  expect(value(await scrape(), 'console_database_up')).toBe(1)
})
