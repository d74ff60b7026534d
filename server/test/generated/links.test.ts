import { sql } from 'kysely'
import { withinScope } from '../../src/platform/access/entities'
import { loadUserFacts } from '../../src/platform/access/load-principal'
import { inJob } from '../../src/platform/resource/in-job'
import type { Principal } from '../../src/platform/access/principal'
import { resourceRuntimes } from '../../src/platform/resource/mount'
import { endLinks } from '../../src/areas/rbac/identity-link/service'
import { startTestServer, type TestServer } from '../harness'
import { MODULES } from './world'

// What an outsider sees of every table that says whose its rows are: those of the companies and persons they act for, and nothing when a link has ended.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true, env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

const bound = resourceRuntimes().flatMap(({ entity }) => (['company', 'person'] as const).flatMap((subject) => (entity.scope?.[subject] ? [[`${entity.name} by ${subject}`, entity, subject, entity.scope[subject]] as const] : [])))

test('some tables say so', () => {
  expect(bound.length).toBeGreaterThan(1)
})

test.each(bound)('%s: own rows alone, and none when the link has ended', async (_name, entity, subject, column) => {
  const { db } = server.platform
  const of = sql.ref(`t.${column}`)
  const principalNow = async (userId: string): Promise<Principal> => ({ ...(await loadUserFacts(db, userId))?.principal, sessionId: '0' }) as Principal
  const seen = async (userId: string) => (await sql<{ of: string; n: number }>`select ${of} as of, count(*)::int as n from ${sql.table(entity.table)} t where ${withinScope(await principalNow(userId), entity, 't')} group by 1`.execute(db)).rows
  const all = (await sql<{ of: string; n: number }>`select ${of} as of, count(*)::int as n from ${sql.table(entity.table)} t where ${of} is not null group by 1 order by 1 limit 2`.execute(db)).rows
  expect(all).toHaveLength(2)
  const [own] = all
  const person = await server.person({ permits: [], scopes: Object.fromEntries(MODULES.map((m) => [m, 'linked' as const])) })
  expect(await seen(person.userId)).toEqual([])
  const link = async () => sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${person.userId}, ${subject}, ${own?.of}, 'test', 'COMPANY_USER', 'test', ${person.userId}, false)`.execute(db)
  await link()
  expect(await seen(person.userId)).toEqual([own])
  // Of the other kind with the same number it is nobody's; a table that knows both kinds shows rows of that one, and not these.
  await sql`update identity_link set subject = ${subject === 'company' ? 'person' : 'company'} where user_id = ${person.userId}`.execute(db)
  const others = (await seen(person.userId)).map((row) => row.of)
  if (entity.scope?.[subject === 'company' ? 'person' : 'company']) expect(others).not.toContain(own?.of)
  else expect(others).toEqual([])
  await sql`update identity_link set subject = ${subject} where user_id = ${person.userId}`.execute(db)
  expect(await inJob(server.platform, '测试', (action) => endLinks(action, { userId: person.userId }, '测试'))).toBe(1)
  expect(await seen(person.userId)).toEqual([])
})
