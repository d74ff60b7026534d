import { CODE } from '@assoc/contract'
import { MAX_VIEWS, deleteSavedView, saveSavedView, selectSavedViews } from '@assoc/contract/platform/saved-view'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'

let server: TestServer
let depts: string[]
beforeAll(async () => {
  server = await startTestServer()
  const made = await server.platform.db.insertInto('dept').values([{ dept_name: '甲部' }, { dept_name: '乙部' }] as never).returning('dept_id').execute()
  depts = made.map((d) => d.dept_id)
})
afterAll(() => server.stop())

const list = 'member/CompanyList'
const view = (title: string, shareWith: 'none' | 'dept' | 'all' = 'none') => ({ list, title, search: '?board=star', columns: { hidden: { board: true } }, shareWith })
const titles = async (as: Session) => (await server.ok(selectSavedViews, { list }, { as })).items.map((v) => `${v.title}${v.mine ? '' : `·${v.ownerName}`}`)

test('a view is seen by its owner, their department or everybody, as they chose', async () => {
  const anna = await server.person({ name: '甲安娜', deptId: depts[0] as string })
  const near = await server.person({ name: '甲同事', deptId: depts[0] as string })
  const far = await server.person({ name: '乙同事', deptId: depts[1] as string })
  await server.ok(saveSavedView, view('自己看'), { as: anna })
  const { viewId } = await server.ok(saveSavedView, view('部门看', 'dept'), { as: anna })
  await server.ok(saveSavedView, view('大家看', 'all'), { as: anna })
  expect(await titles(anna)).toEqual(['大家看', '自己看', '部门看'])
  expect(await titles(near)).toEqual(['大家看·甲安娜', '部门看·甲安娜'])
  expect(await titles(far)).toEqual(['大家看·甲安娜'])
  expect((await server.ok(selectSavedViews, { list: 'member/Other' }, { as: far })).items).toEqual([])
  // Only the owner changes or deletes it.
  expect(await server.call(saveSavedView, { ...view('我的了'), viewId, version: 1 }, { as: near })).toMatchObject({ returnCode: CODE.notFound })
  expect(await server.call(deleteSavedView, { viewId, version: 1 }, { as: near })).toMatchObject({ returnCode: CODE.notFound })
  expect(await server.call(saveSavedView, { ...view('部门看', 'none'), viewId, version: 9 }, { as: anna })).toMatchObject({ returnCode: CODE.conflict })
  await server.ok(saveSavedView, { ...view('部门看', 'none'), viewId, version: 1 }, { as: anna })
  expect(await titles(near)).toEqual(['大家看·甲安娜'])
  await server.platform.db.updateTable('sys_user').set({ account_status: 'disabled' }).where('user_id', '=', anna.userId).execute()
  expect(await titles(near)).toEqual([])
})

test('a name stands once for a person and list; twenty are kept, also when two come at once', async () => {
  const anna = await server.person()
  await server.ok(saveSavedView, view('同名'), { as: anna })
  expect(await server.call(saveSavedView, view('同名'), { as: anna })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'title', message: '已有同名的视图' }] } })
  for (let i = 2; i < MAX_VIEWS; i++) await server.ok(saveSavedView, view(`视图${i}`), { as: anna })
  const both = await Promise.all(['甲', '乙'].map((t) => server.call(saveSavedView, view(t), { as: anna })))
  expect(both.map((r) => r.returnCode).sort()).toEqual([CODE.ok, CODE.input].sort())
  expect(await titles(anna)).toHaveLength(MAX_VIEWS)
})

test('what is no list, no query or too long is refused at its field', async () => {
  const anna = await server.person()
  for (const [field, value] of [['list', '../x'], ['search', 'javascript:'], ['search', `?${'a'.repeat(6000)}`], ['title', ' '], ['columns', { hidden: { [`a${'字'.repeat(70)}`]: true } }]] as const) {
    expect(await server.call(saveSavedView, { ...view('x'), [field]: value }, { as: anna })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: expect.stringMatching(new RegExp(`^${field}`)) }] } })
  }
})
