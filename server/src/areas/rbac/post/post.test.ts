import { CODE } from '@assoc/contract'
import { post } from '@assoc/contract/rbac/post'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const accountant = { postCode: 'KJ', postName: '会计', sortNo: 1 }

test('a post is made, found, changed and deleted, and the audit log tells each step', async () => {
  const { postId } = await server.ok(post.insert, accountant)
  const found = await server.ok(post.list, { keyword: '会计' })
  expect(found).toMatchObject({ total: 1, items: [{ postId, ...accountant, holders: 0, version: 1 }] })
  expect(await server.ok(post.update, { postId, version: 1, ...accountant, postName: '主管会计' })).toEqual({ version: 2 })
  await server.ok(post.remove, { postId, version: 2 })
  expect((await server.ok(post.list, { keyword: '会计' })).total).toBe(0)
  const audit = await server.platform.db.selectFrom('audit_log').select(['verb', 'before', 'after']).where('record_type', '=', 'post').orderBy('audit_id').execute()
  expect(audit.map((a) => a.verb)).toEqual(['insert', 'update', 'delete'])
  expect(audit[1]).toMatchObject({ before: { postName: '会计' }, after: { postName: '主管会计' } })
})

test('a code that is taken is refused at its field', async () => {
  await server.ok(post.insert, { ...accountant, postCode: 'SAME', postName: '甲' })
  const again = await server.call(post.insert, { ...accountant, postCode: 'SAME', postName: '乙' })
  expect(again).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'postCode', message: '该岗位编码已被使用' }] } })
})

test('the same key makes one post, however often it is sent; another body with it is refused', async () => {
  const body = { ...accountant, postCode: 'KEY', postName: '同键' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.call(post.insert, body, { key: 'one-intent-1' })))
  expect(new Set(answers.map((a) => JSON.stringify(a.data))).size).toBe(1)
  expect(answers.every((a) => a.returnCode === CODE.ok)).toBe(true)
  const other = await server.call(post.insert, { ...body, postName: '别的' }, { key: 'one-intent-1' })
  expect(other.returnCode).toBe(CODE.keyReused)
  // Negative control: without a key each request is its own intent, and the unique code refuses all but one.
  const without = await Promise.all(Array.from({ length: 5 }, () => server.call(post.insert, { ...body, postCode: 'NOKEY' })))
  expect(without.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(without.filter((a) => a.returnCode === CODE.input)).toHaveLength(4)
})

test('a post that somebody holds is not deleted', async () => {
  const { db } = server.platform
  const { postId } = await server.ok(post.insert, { ...accountant, postCode: 'HELD' })
  const { userId } = await server.person()
  await db.insertInto('employee').values({ employee_no: 'E1', user_id: userId, dept_id: null, post_id: postId, entry_date: '2026-01-05', employee_status: 'active' }).execute()
  expect(await server.ok(post.read, { postId })).toMatchObject({ holders: 1 })
  expect(await server.call(post.remove, { postId, version: 1 })).toMatchObject({ returnCode: CODE.inUse, returnMessage: '该岗位下还有员工，不能删除' })
})
