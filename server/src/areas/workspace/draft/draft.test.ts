import { CODE } from '@assoc/contract'
import { deleteDraft, saveDraft, selectDraft } from '@assoc/contract/platform/workspace'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const key = 'meeting/ScheduleMeeting/12'

test('a draft comes back to its own person only', async () => {
  const [anna, berta] = [await server.person(), await server.person()]
  expect(await server.ok(selectDraft, { key }, { as: anna })).toBeNull()
  const { savedTime } = await server.ok(saveDraft, { key, content: { title: '半句话' } }, { as: anna })
  expect(await server.ok(selectDraft, { key }, { as: anna })).toEqual({ content: { title: '半句话' }, savedTime })
  expect(await server.ok(selectDraft, { key }, { as: berta })).toBeNull()
  await server.ok(deleteDraft, { key }, { as: berta })
  expect(await server.ok(selectDraft, { key }, { as: anna })).not.toBeNull()
  await server.ok(deleteDraft, { key }, { as: anna })
  expect(await server.ok(selectDraft, { key }, { as: anna })).toBeNull()
})

test('the text of a draft stays out of the audit log', async () => {
  const anna = await server.person()
  await server.ok(saveDraft, { key, content: '还没想好的内容' }, { as: anna })
  const rows = await server.platform.db.selectFrom('audit_log').select(['verb', 'after']).where('user_id', '=', anna.userId).execute()
  expect(rows).toEqual([{ verb: 'save', after: { key } }])
})

test('above 200 KB it is refused; beyond a hundred the oldest makes room', async () => {
  const anna = await server.person()
  const large = await server.call(saveDraft, { key, content: 'x'.repeat(205_000) }, { as: anna })
  expect(large).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'content', message: '内容不能超过 200 KB' }] } })
  await server.platform.db
    .insertInto('draft')
    .values(Array.from({ length: 100 }, (_, i) => ({ user_id: anna.userId, key: `x/Old/${i}`, content: '1', saved_time: new Date(Date.now() - (i + 1) * 60_000) })))
    .execute()
  await server.ok(saveDraft, { key, content: 'new' }, { as: anna })
  expect(await server.ok(selectDraft, { key: 'x/Old/99' }, { as: anna })).toBeNull()
  expect(await server.ok(selectDraft, { key: 'x/Old/98' }, { as: anna })).not.toBeNull()
})
