import { CODE } from '@assoc/contract'
import { deleteMenu, insertMenu, moveMenu, selectMenuTree, updateMenu, type MenuEntry } from '@assoc/contract/rbac/menu'
import { updateMenuAndRole } from '@assoc/contract/rbac/role'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { fixedLinkOf } from './fixed-paths'
import { menuTreeOfUser } from './service'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let counter = 0
const entry = (parentId: string, more: Partial<MenuEntry> = {}) => {
  const n = ++counter
  return { parentId, menuName: `菜单${n}`, menuPath: `/test/entry${n}`, menuLink: '', icon: null, sortNo: n, hidden: false, menuStatus: 'enabled' as const, ...more }
}
const add = async (parentId: string, more: Partial<MenuEntry> = {}) => (await server.ok(insertMenu, entry(parentId, more))).menuId
const VIEW = { menuLink: 'rbac/UserList' }
const find = (tree: readonly MenuEntry[], menuId: string): MenuEntry | undefined => {
  for (const e of tree) {
    const found = e.menuId === menuId ? e : find(e.children, menuId)
    if (found) return found
  }
  return undefined
}
const current = async (menuId: string) => {
  const found = find(await server.ok(selectMenuTree, {}), menuId)
  if (!found) throw new Error('no such entry')
  return found
}
const change = async (menuId: string, more: Partial<MenuEntry>) => {
  const { children, systemId, ...given } = { ...(await current(menuId)), ...more }
  void [children, systemId]
  return server.call(updateMenu, given)
}
const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields: { path: string }[] }).fields.map((f) => f.path)

test('at most four levels, and the last needs a view', async () => {
  const one = await add('0')
  const two = await add(one)
  const three = await add(two)
  expect(fieldsOf(await server.call(insertMenu, entry(three)))).toEqual(['menuLink'])
  const four = await add(three, VIEW)
  expect(fieldsOf(await server.call(insertMenu, entry(four, VIEW)))).toEqual(['parentId'])
  // Moving a branch counts the levels below it.
  const other = await add('0')
  expect(fieldsOf(await server.call(moveMenu, { menuId: one, parentId: other, index: 0 }))).toEqual(['parentId'])
})

test('no ring, no child below a view, no missing parent, no path twice, no name twice', async () => {
  const group = await add('0')
  const inner = await add(group)
  const leaf = await add(inner, VIEW)
  expect(fieldsOf(await server.call(moveMenu, { menuId: group, parentId: inner, index: 0 }))).toEqual(['parentId'])
  expect(fieldsOf(await change(group, { parentId: group }))).toEqual(['parentId'])
  expect(fieldsOf(await server.call(insertMenu, entry(leaf, VIEW)))).toEqual(['parentId'])
  expect(fieldsOf(await server.call(insertMenu, entry('987654321', VIEW)))).toEqual(['parentId'])
  const { menuPath, menuName } = await current(leaf)
  expect(fieldsOf(await server.call(insertMenu, entry(inner, { ...VIEW, menuPath })))).toEqual(['menuPath'])
  expect(fieldsOf(await server.call(insertMenu, entry(inner, { ...VIEW, menuPath: `${menuPath}/` })))).toEqual(['menuPath'])
  expect(fieldsOf(await server.call(insertMenu, entry(inner, { ...VIEW, menuName })))).toEqual(['menuName'])
  expect(fieldsOf(await change(inner, VIEW))).toEqual(['menuLink'])
  expect(fieldsOf(await change(leaf, { menuLink: '' }))).toEqual(['menuLink'])
})

test('a fixed path keeps its view', async () => {
  expect(fixedLinkOf('/personalCenter')).toBe('rbac/PersonalCenter')
  expect(fixedLinkOf('/editMeeting/17')).toBe('meeting/EditMeeting')
  expect(fixedLinkOf('/QueryRegistration')).toBe('meeting/QueryRegistration')
  expect(fixedLinkOf('/memberManage/companyList')).toBeUndefined()
  const answer = await server.call(insertMenu, entry('0', { menuPath: '/taskLog', menuLink: 'rbac/UserList' }))
  expect(answer.returnCode).toBe(CODE.fixedPath)
  await server.ok(insertMenu, entry('0', { menuPath: '/taskLog', menuLink: 'oa/TaskLog' }))
})

test('moving numbers the siblings anew and leaves the others their version', async () => {
  const group = await add('0')
  const [a, b, c] = [await add(group, VIEW), await add(group, VIEW), await add(group, VIEW)]
  await server.ok(moveMenu, { menuId: c, parentId: group, index: 0 })
  expect((await current(group)).children.map((e) => [e.menuId, e.sortNo])).toEqual([[c, 1], [a, 2], [b, 3]])
  const before = (await current(a)).version
  await server.ok(moveMenu, { menuId: b, parentId: group, index: 99 })
  expect((await current(group)).children.map((e) => e.menuId)).toEqual([c, a, b])
  expect((await current(a)).version).toBe(before)
  expect(await change(b, { version: 77 })).toMatchObject({ returnCode: CODE.conflict, data: { current: { menuId: b } } })
})

test('an entry goes only without children', async () => {
  const group = await add('0')
  const leaf = await add(group, VIEW)
  expect((await server.call(deleteMenu, { menuId: group })).returnCode).toBe(CODE.inUse)
  await server.ok(deleteMenu, { menuId: leaf })
  await server.ok(deleteMenu, { menuId: group })
})

test('a person’s menu: what their roles give with the groups above; what is off or hidden hides what is below', async () => {
  const group = await add('0', { sortNo: 900 })
  const inner = await add(group, { sortNo: 2 })
  const [a, b] = [await add(inner, { ...VIEW, sortNo: 2 }), await add(inner, { ...VIEW, sortNo: 1 })]
  const direct = await add(group, { ...VIEW, sortNo: 1 })
  await add(group, { sortNo: 3 })
  const { roleId } = await server.person()
  await server.ok(updateMenuAndRole, { roleId, menuIds: [group, inner, a, b, direct] })
  const tree = async () => (await menuTreeOfUser(server.platform.db, [roleId])).map((g) => [g.menuId, g.children.map((i) => [i.menuId, i.children.map((l) => l.menuId)])])
  expect(await tree()).toEqual([[group, [[direct, []], [inner, [b, a]]]]])
  await change(inner, { menuStatus: 'disabled' })
  expect(await tree()).toEqual([[group, [[direct, []]]]])
  await change(inner, { menuStatus: 'enabled' })
  await change(b, { hidden: true })
  expect(await tree()).toEqual([[group, [[direct, []], [inner, [a]]]]])
  await change(group, { menuStatus: 'disabled' })
  expect(await tree()).toEqual([])
  expect(await menuTreeOfUser(server.platform.db, [])).toEqual([])
})

test('two moves at once cannot make a ring', async () => {
  const [a, b] = [await add('0'), await add('0')]
  const answers = await Promise.all([server.call(moveMenu, { menuId: a, parentId: b, index: 0 }), server.call(moveMenu, { menuId: b, parentId: a, index: 0 })])
  expect(answers.map((x) => x.returnCode).sort()).toEqual([CODE.ok, CODE.input])
})

test('whether a page is kept is stored, changed, told to its people, and true where nothing was said', async () => {
  const menuId = await add('0', VIEW)
  expect((await current(menuId)).keepAlive).toBe(true)
  const { roleId } = await server.person()
  await server.ok(updateMenuAndRole, { roleId, menuIds: [menuId] })
  expect((await change(menuId, { keepAlive: false })).returnCode).toBe(CODE.ok)
  expect(await menuTreeOfUser(server.platform.db, [roleId])).toMatchObject([{ menuId, keepAlive: false }])
  const { rows } = await sql<{ before: unknown; after: unknown }>`select before, after from audit_log where record_type = 'menu' and record_id = ${menuId} and verb = 'update'`.execute(server.platform.db)
  expect(rows).toEqual([{ before: { keepAlive: true }, after: { keepAlive: false } }])
})

test('each system has a menu of its own: names and paths may be alike, and the console shows none of another', async () => {
  const same = entry('0', { menuPath: '/systemManage/userList', menuLink: 'member/Home' })
  const { menuId } = await server.ok(insertMenu, { ...same, systemId: 1 })
  const of = async (systemId: number) => find(await server.ok(selectMenuTree, { systemId }), menuId)
  expect(await of(1)).toMatchObject({ systemId: 1, menuPath: '/systemManage/userList', menuLink: 'member/Home' })
  expect([await of(2), await of(3)]).toEqual([undefined, undefined])
  await server.ok(insertMenu, { ...same, menuPath: '/other', systemId: 3 })
  expect(fieldsOf(await server.call(insertMenu, { ...same, systemId: 1, menuName: '另一个' }))).toEqual(['menuPath'])
  // An entry stands below one of its own system.
  const console = await add('0')
  expect(fieldsOf(await server.call(moveMenu, { menuId, parentId: console, index: 0 }))).toEqual(['parentId'])
  expect(fieldsOf(await server.call(insertMenu, { ...entry('0'), systemId: 77 }))).toEqual(['systemId'])
  await server.ok(deleteMenu, { menuId })
})
