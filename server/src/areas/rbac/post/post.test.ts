import { CODE } from '@assoc/contract'
import { deletePost, getPostList, insertPost, updatePost } from '@assoc/contract/rbac/org'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const accountant = { postCode: 'KJ', postName: '会计', sortNo: 1 }

test('a post is made, found, changed and deleted, and the audit log tells each step', async () => {
  const { postId } = await server.ok(insertPost, accountant)
  const found = await server.ok(getPostList, { keyword: '会计' })
  expect(found).toEqual({ total: 1, items: [{ postId, ...accountant, version: 1 }] })
  expect(await server.ok(updatePost, { postId, version: 1, ...accountant, postName: '主管会计' })).toEqual({ version: 2 })
  await server.ok(deletePost, { postId })
  expect((await server.ok(getPostList, { keyword: '会计' })).total).toBe(0)
  const audit = await server.platform.db.selectFrom('audit_log').select(['verb', 'before', 'after']).where('record_type', '=', 'post').orderBy('audit_id').execute()
  expect(audit.map((a) => a.verb)).toEqual(['insert', 'update', 'delete'])
  expect(audit[1]).toMatchObject({ before: { postName: '会计' }, after: { postName: '主管会计' } })
})

test('the second editor gets the conflict with what stands there now', async () => {
  const { postId } = await server.ok(insertPost, { ...accountant, postCode: 'CN', postName: '出纳' })
  await server.ok(updatePost, { postId, version: 1, postCode: 'CN', postName: '出纳员', sortNo: 2 })
  const second = await server.call(updatePost, { postId, version: 1, postCode: 'CN', postName: '出纳岗', sortNo: 3 })
  expect(second.returnCode).toBe(CODE.conflict)
  expect(second.data).toMatchObject({ current: { postName: '出纳员', version: 2 } })
})

test('a code that is taken is refused at its field', async () => {
  await server.ok(insertPost, { ...accountant, postCode: 'SAME', postName: '甲' })
  const again = await server.call(insertPost, { ...accountant, postCode: 'SAME', postName: '乙' })
  expect(again).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'postCode', message: '该岗位编码已被使用' }] } })
})

test('the same key makes one post, however often it is sent; another body with it is refused', async () => {
  const body = { ...accountant, postCode: 'KEY', postName: '同键' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.call(insertPost, body, { key: 'one-intent-1' })))
  expect(new Set(answers.map((a) => JSON.stringify(a.data))).size).toBe(1)
  expect(answers.every((a) => a.returnCode === CODE.ok)).toBe(true)
  const other = await server.call(insertPost, { ...body, postName: '别的' }, { key: 'one-intent-1' })
  expect(other.returnCode).toBe(CODE.keyReused)
  // Negative control: without a key each request is its own intent, and the unique code refuses all but one.
  const without = await Promise.all(Array.from({ length: 5 }, () => server.call(insertPost, { ...body, postCode: 'NOKEY' })))
  expect(without.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(without.filter((a) => a.returnCode === CODE.input)).toHaveLength(4)
})
