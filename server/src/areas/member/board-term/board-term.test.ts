import { CODE } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { boardTerm } from '@assoc/contract/member/board-term'
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { tellEnds } from '.'

let server: TestServer
let keeper: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  keeper = await server.person({ permits: ['member:term:read', 'member:term:update'] })
})
afterAll(() => server.stop())

const form = (termNo: number, end: number) => ({ termNo, termName: `第${termNo}届理事会`, termStart: dayAfter(today(), end - 1_800), termEnd: dayAfter(today(), end), remark: null })

test('one term is in office at a time; its end is told ahead, once at each distance, also to the home page', async () => {
  const { termId } = await server.ok(boardTerm.insert, form(3, 60), { as: keeper })
  const next = await server.ok(boardTerm.insert, form(4, 1_900), { as: keeper })
  await server.ok(boardTerm.change, { termId, version: 1, verb: 'begin' }, { as: keeper })
  expect(await server.call(boardTerm.change, { termId: next.termId, version: 1, verb: 'begin' }, { as: keeper })).toMatchObject({ returnCode: CODE.inUse, returnMessage: '已有在届的届次，请先办理上一届届满' })
  expect(await server.call(boardTerm.insert, { ...form(5, 10), termEnd: dayAfter(today(), -1_800) }, { as: keeper })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'termEnd' }] } })

  const told = async () => (await server.platform.db.selectFrom('notification').select('title').where('user_id', '=', keeper.userId).execute()).map(({ title }) => title)
  // Two nights at once, as two workers: each end is told once.
  const both = await Promise.all([tellEnds(server.platform.db), tellEnds(server.platform.db)])
  expect(both[0] + both[1]).toBe(1)
  expect(await told()).toEqual(['第3届理事会将届满'])
  await sql`update board_term set term_end = ${dayAfter(today(), -1)}::date where term_id = ${termId}::bigint`.execute(server.platform.db)
  expect([await tellEnds(server.platform.db), await tellEnds(server.platform.db)]).toEqual([1, 0])
  expect((await told()).at(-1)).toBe('第3届理事会已到期')
  expect((await server.ok(boardTerm.read, { termId }, { as: keeper })).daysLeft).toBe(-1)
  await server.ok(boardTerm.change, { termId, version: 2, verb: 'end' }, { as: keeper })
  await server.ok(boardTerm.change, { termId: next.termId, version: 1, verb: 'begin' }, { as: keeper })
})

test('texts of before become terms by the migration, each once; without days none takes office', async () => {
  const { db } = server.platform
  const text = readFileSync(path.join(__dirname, '../migrations/202611252230_board_term.sql'), 'utf8')
  const carried = text.slice(text.indexOf('insert into board_term'), text.indexOf('drop index member_term'))
  await db.transaction().execute(async (tx) => {
    // The tables as they were stand in front of the real ones, for this transaction.
    const before = ['create temp table member (member_id bigint, term_name text) on commit drop', 'create temp table board_term (term_id bigint generated always as identity primary key, term_name text, remark text) on commit drop', `insert into member values (1, '第三届'), (2, ' 第三届 '), (3, '第二届监事会'), (4, null), (5, '')`]
    for (const statement of [...before, carried]) await sql.raw(statement).execute(tx)
    expect((await sql`select m.member_id::int as id, b.term_name as name from member m left join board_term b using (term_id) order by 1`.execute(tx)).rows).toEqual([{ id: 1, name: '第三届' }, { id: 2, name: '第三届' }, { id: 3, name: '第二届监事会' }, { id: 4, name: null }, { id: 5, name: null }])
    expect((await sql`select count(*)::int as n from board_term`.execute(tx)).rows).toEqual([{ n: 2 }])
  })
  const { rows } = await sql<{ term_id: string }>`insert into board_term (term_name) values ('第九届') returning term_id::text`.execute(db)
  const termId = rows[0]?.term_id ?? ''
  expect(await server.call(boardTerm.change, { termId, version: 1, verb: 'begin' }, { as: keeper })).toMatchObject({ returnCode: CODE.inUse, returnMessage: '请先补充届数和任期' })
  expect(await server.ok(boardTerm.read, { termId }, { as: keeper })).toMatchObject({ termNo: null, termStart: null, termEnd: null })
})
