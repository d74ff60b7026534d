import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GO, viewOfPath } from '@assoc/contract'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { loadUserFacts } from '../../src/platform/access/load-principal'
import type { Principal } from '../../src/platform/access/principal'
import { resourceRuntimes } from '../../src/platform/resource/mount'
import { idsAfter } from '../../src/platform/resource/rows.repository'
import type { Session } from '../harness'
import { ALL_PERMITS, buildWorld, MODULES, type World } from './world'

// What waits leads to a view that there is; where one record alone waits, to that record.

const REMOTES = join(__dirname, '../../../remotes')
const VIEWS = new Set(readdirSync(REMOTES, { withFileTypes: true }).filter((e) => e.isDirectory()).flatMap(({ name }) => readdirSync(join(REMOTES, name, 'src/views')).map((view) => `${name}/${view}`)))

let world: World
let everything: Session
let principal: Principal
beforeAll(async () => {
  world = await buildWorld()
  everything = await world.server.person({ permits: ALL_PERMITS, scopes: Object.fromEntries(MODULES.map((m) => [m, 'all' as const])) })
  principal = { ...(await loadUserFacts(world.server.platform.db, everything.userId))?.principal, sessionId: '0' } as Principal
})
afterAll(() => world.stop())

const todoKinds = resourceRuntimes().flatMap((m) => (m.options.todos ?? []).map((todo) => [`${m.entity.name} ${todo.status}`, m, todo] as const))
/** Kinds of which the demo association has no row, and those of resources that know no departments; they go the same way. */
const WITHOUT = ['balanceRequest released', 'accessReview open', 'secondFactorReset pending', 'personalRequest pending', 'hoursEntry pending']
/** Lines of a review are decided in it, so several of them lead to one record. */
const LINES = '待复核的敏感权限'

test('there are kinds of to-dos', () => {
  expect(todoKinds.length).toBeGreaterThan(15)
})

test('every to-do and every figure of the home page leads to a view', async () => {
  const todos = await world.server.ok(selectTodos, {}, { as: everything })
  expect(todos.length).toBeGreaterThan(10)
  expect(todos.filter(({ link }) => !VIEWS.has(viewOfPath(new URL(link, 'http://console').pathname) ?? ''))).toEqual([])
  expect(todos.filter(({ label, value, link }) => label !== LINES && value > 1 && link.includes('record='))).toEqual([])
})

test.each(todoKinds)('%s: one alone is opened, two are listed', async (name, m, todo) => {
  const { db } = world.server.platform
  const { entity } = m
  const field = m.contract.definition.status?.field ?? ''
  const dept = entity.scope?.dept
  const found = dept ? await idsAfter(db, m, principal, { filters: { [field]: [todo.status] } }, '0', 2) : []
  if (WITHOUT.includes(name)) return expect(found).toEqual([])
  expect(found).not.toEqual([])
  const { dept_id } = await db.insertInto('dept').values({ dept_name: name, parent_id: null, leader_id: null, create_by: null }).returning('dept_id').executeTakeFirstOrThrow()
  const clerk = await world.server.person({ permits: ALL_PERMITS, scopes: Object.fromEntries(MODULES.map((one) => [one, 'dept' as const])), deptId: dept_id })
  const waiting = async () => (await world.server.ok(selectTodos, {}, { as: clerk })).find(({ label }) => label === todo.label)
  const give = (id: string) => sql`update ${sql.table(entity.table)} set ${sql.ref(dept ?? '')} = ${dept_id} where ${sql.ref(entity.idColumn)} = ${id}::bigint`.execute(db)
  const [first, second] = found
  await give(first ?? '')
  expect(await waiting()).toMatchObject({ value: 1 })
  const query = new URLSearchParams((await waiting())?.link.split('?')[1])
  expect([(await waiting())?.link.startsWith(GO), query.get(field), query.get('record')]).toEqual([true, todo.status, first])
  if (!second) return
  await give(second)
  const both = await waiting()
  expect(both).toMatchObject({ value: 2, link: expect.not.stringContaining('record=') })
})

const SOURCE = join(__dirname, '../../src')
/** Links of notices that name no record, each with what it means instead. */
const OF_MANY: Record<string, string> = {
  'rbac/ErasureRecord': 'how many applications a night has erased',
  'expert/QuestionnaireTodo': 'a respondent has one notice for all tasks of a round',
  'expert/ReviewAssign': 'works of a batch that experts have declined or let lapse',
  scoreViewOf: 'an expert has one notice for all works of a batch',
  'calls.scoreViewOf': 'a sheet is opened by its own name, beside its queue',
  'member/DuesBill': 'bills of a year',
  'member/BalanceList': 'a ledger that differs',
  'member/BankStatement': 'lines that were read',
  'member/MemberList': 'members whose suspension ended in one night',
  'rbac/ConnectorList': 'connectors are few and stand on one page',
  'rbac/PersonalCenter': 'the own account',
  'rbac/UserList': 'accounts that nobody used',
}

test('every notice names the record that it is about, or a view of many', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(file))
  const notices = files.flatMap((file) => readFileSync(join(SOURCE, file), 'utf8').split('\n').filter((line) => /notify(Once)?\(|notice[:=]|notification'\)|title: '|tell\(/.test(line)))
  const links = notices.flatMap((line) => [...line.matchAll(/viewLink\(('[\w/]+'|[\w[\].]+)(?:, \{([^}]*)\})?/g)].map(([, view, query = '']) => [String(view).replaceAll("'", ''), query] as const))
  expect(links.length).toBeGreaterThan(20)
  const without = links.filter(([, query]) => !/\brecord\b/.test(query)).map(([view]) => view)
  expect([...new Set(without)].sort()).toEqual(Object.keys(OF_MANY).sort())
})
