import { CODE } from '@assoc/contract'
import { savePreference, selectPreferences } from '@assoc/contract/platform/workspace'
import { dict } from '@assoc/contract/rbac/dict'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a person keeps, replaces and removes their own settings, and sees nobody else’s', async () => {
  const [anna, berta] = [await server.person(), await server.person()]
  await server.ok(savePreference, { key: 'appearance', value: { theme: 'dark' } }, { as: anna })
  await server.ok(savePreference, { key: 'list/member/CompanyList', value: ['a', 'b'] }, { as: anna })
  await server.ok(savePreference, { key: 'appearance', value: { theme: 'light' } }, { as: anna })
  expect(await server.ok(selectPreferences, {}, { as: anna })).toEqual({ appearance: { theme: 'light' }, 'list/member/CompanyList': ['a', 'b'] })
  expect(await server.ok(selectPreferences, {}, { as: berta })).toEqual({})
  await server.ok(savePreference, { key: 'appearance', value: null }, { as: anna })
  expect(await server.ok(selectPreferences, {}, { as: anna })).toEqual({ 'list/member/CompanyList': ['a', 'b'] })
})

test('own settings leave no row in the operation log, also under a key and when refused; other writes still do', async () => {
  const anna = await server.person({ permits: ['rbac:dict:read', 'rbac:dict:update'] })
  const rows = async () =>
    (await server.platform.db.selectFrom('audit_log').select(['record_type', 'verb']).where('user_id', '=', anna.userId).orderBy('audit_id').execute()).map((r) => `${r.record_type} ${r.verb}`)
  const key = '0b6c2a9e-3f7d-4f0a-9d5e-1c2b3a4d5e6f'
  await server.ok(savePreference, { key: 'appearance', value: { theme: 'dark' } }, { as: anna, key })
  await server.ok(savePreference, { key: 'appearance', value: { theme: 'dark' } }, { as: anna, key })
  await server.ok(savePreference, { key: 'appearance', value: null }, { as: anna })
  expect((await server.call(savePreference, { key: 'home', value: '字'.repeat(7000) }, { as: anna })).returnCode).toBe(CODE.input)
  expect(await rows()).toEqual([])
  await server.ok(dict.insert, { dictCode: 'kept', dictName: '留痕', remark: null }, { as: anna })
  expect(await rows()).toEqual(['dict insert'])
})

test('more than 20 KB, an unknown key, and text the database cannot keep are refused at their field', async () => {
  const anna = await server.person()
  const large = await server.call(savePreference, { key: 'home', value: '字'.repeat(7000) }, { as: anna })
  expect(large).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'value', message: '内容不能超过 20 KB' }] } })
  expect((await server.call(savePreference, { key: 'home', value: '字'.repeat(6800) }, { as: anna })).returnCode).toBe(CODE.ok)
  for (const value of ['a\u0000b', { 'a\u0000': 1 }, ['\ud800']]) {
    expect(await server.call(savePreference, { key: 'home', value }, { as: anna })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: expect.stringMatching(/^value/) as string }] } })
  }
  expect(await server.call(savePreference, { key: 'other', value: 1 }, { as: anna })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'key' }] } })
})

test('a client that makes up keys fills no table', async () => {
  const anna = await server.person()
  await server.platform.db
    .insertInto('preference')
    .values(Array.from({ length: 500 }, (_, i) => ({ user_id: anna.userId, key: `list/x/L${i}`, value: '1' })))
    .execute()
  expect((await server.call(savePreference, { key: 'list/x/More', value: 1 }, { as: anna })).returnCode).toBe(CODE.input)
  await server.ok(savePreference, { key: 'list/x/L7', value: 2 }, { as: anna })
})
