import { selectRecordTimeline } from '@assoc/contract/platform/record'
import { sql } from 'kysely'
import { resourceRuntimes } from '../../../platform/resource/registry'
import { startTestServer, type TestServer } from '../../../../test/harness'

// What the log of the demo association says must be what can have happened.

interface Entry {
  id: string
  time: Date
  user_id: string | null
  user_name: string
  verb: string
  after: Record<string, unknown>
  status: string | null
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true, env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

const entriesOf = async (type: string, table: string, idColumn: string, status: string | null): Promise<Map<string, Entry[]>> => {
  const { rows } = await sql<Entry>`select a.record_id::text as id, a.time, a.user_id, a.user_name, a.verb, a.after, ${status ? sql.ref(`t.${status}`) : sql`null`} as status
    from audit_log a join ${sql.table(table)} t on ${sql.ref(`t.${idColumn}`)} = a.record_id where a.record_type = ${type} order by a.record_id, a.time, a.audit_id`.execute(server.platform.db)
  const byRecord = new Map<string, Entry[]>()
  for (const row of rows) byRecord.set(row.id, [...(byRecord.get(row.id) ?? []), row])
  return byRecord
}

test('records of the demo have come to their status step by step, by people who may, none of whom decided on what they made', async () => {
  const [wrong, told]: [unknown[], Set<string>] = [[], new Set()]
  for (const { contract, entity, options, idColumn, columnOf } of resourceRuntimes()) {
    const { status } = contract.definition
    const steps = status?.machine.transitions ?? []
    for (const [id, entries] of await entriesOf(entity.name, options.table, idColumn, status ? columnOf(status.field) : null)) {
      told.add(entity.name)
      const last = entries.at(-1)
      const way = entries.filter(({ verb }) => steps.some((step) => step.verb === verb))
      const field = status?.field ?? ''
      if (entries.some(({ time, user_name }) => time.getTime() > Date.now() || user_name === '')) wrong.push([entity.name, id, 'somebody, in the past'])
      if (way.length > 0 && last?.after[field] !== last?.status) wrong.push([entity.name, id, 'ends in its status', last?.after[field], last?.status])
      const maker = entries.find(({ verb }) => verb === 'insert')?.user_id
      for (const step of way) if (maker && step.user_id === maker && steps.find(({ verb, to }) => verb === step.verb && to === step.after[field])?.separate) wrong.push([entity.name, id, 'by another', step.verb])
    }
  }
  expect(wrong).toEqual([])
  expect([...told]).toEqual(expect.arrayContaining(['joinApply', 'member', 'contact', 'duesBill', 'payment', 'reduction', 'invoiceApply', 'companyReport']))
})

test('the page of an application under its second review tells who handed it in, who passed it and with which opinion', async () => {
  const reader = await server.person({ permits: ['member:apply:read'], scopes: { member: 'all' } })
  const { rows } = await sql<{ id: string }>`select apply_id::text as id from join_apply where apply_status = 'secondReview' order by update_time desc, apply_id desc limit 1`.execute(server.platform.db)
  const { items } = await server.ok(selectRecordTimeline, { recordType: 'joinApply', recordId: rows[0]?.id ?? '' }, { as: reader })
  const changes = items.filter((item) => item.kind === 'change').reverse()
  expect(changes.map((item) => item.title)).toEqual(['新增', '提交', '初审通过'])
  expect(changes.at(-1)).toMatchObject({ text: expect.stringMatching(/.{4,}/), textLabel: '审核意见' })
  expect(new Set(changes.map((item) => item.userName)).size).toBeGreaterThan(1)
  const times = changes.map((item) => Date.parse(item.time))
  expect(times.every((time, i) => i === 0 || time >= (times[i - 1] ?? 0))).toBe(true)
})
