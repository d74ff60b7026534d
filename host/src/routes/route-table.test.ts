import type { MenuNode } from '@assoc/contract/rbac/own'
import { homeRoute, routeOf, routesOfMenu } from './route-table'

const node = (menuId: string, menuName: string, menuPath: string, menuLink: string, children: MenuNode[] = []): MenuNode => ({
  menuId, parentId: '0', menuName, menuPath, menuLink, icon: null, sortNo: 1, children,
})

const tree = [
  node('10', '会员管理', '/member', '', [
    node('1001', '公司', '/member/company', '', [node('1002', '公司列表', '/member/company/companyList', 'member/CompanyList')]),
    node('1003', '短信', '/textMessageManagement/writeText', 'member/SomethingElse'),
  ]),
  node('20', '任务', '/tasks/list/', 'oa/Tasks'),
  node('30', '一场会议', '/tasks/meeting/:meetID', 'meeting/OneMeeting'),
  node('31', '编辑会议 7', '/editMeeting/7', 'meeting/EditMeeting'),
  node('40', '没有视图', '/nothing', ''),
]
const home = homeRoute(tree)
const find = (path: string) => routeOf(path, home, tree)

test('generated routes are children of home, named by the last segment and the menuId', () => {
  expect(home).toMatchObject({ name: 'home', path: '/' })
  expect(home.children.map((r) => r.name)).toEqual(['companyList1002', 'list20', ':meetID30'])
})

test('a leaf is bound to the view that its link names, under the names above it', () => {
  expect(find('/member/company/companyList')).toEqual({
    name: 'companyList1002', path: '/member/company/companyList', title: '公司列表', menuLink: 'member/CompanyList', kind: 'shell', parents: ['会员管理', '公司'],
  })
})

test('two leaves with the same last segment have names of their own', () => {
  const names = routesOfMenu([node('1', '甲', '/a/list', 'a/List'), node('2', '乙', '/b/list', 'b/List')]).map((r) => r.name)
  expect(names).toEqual(['list1', 'list2'])
})

test('parents and leaves without a link are no pages', () => {
  expect(find('/member')).toBeUndefined()
  expect(find('/member/company')).toBeUndefined()
  expect(find('/nothing')).toBeUndefined()
})

test('a leaf on a fixed path, also one with a parameter filled in, is not added again: its entry only navigates', () => {
  expect(home.children.map((r) => r.path)).not.toContain('/textMessageManagement/writeText')
  expect(home.children.map((r) => r.path)).not.toContain('/editMeeting/7')
  expect(find('/textMessageManagement/writeText')).toMatchObject({ menuLink: 'member/WriteText', title: '写短信', parents: ['会员管理'] })
})

test('parameters of fixed and generated paths', () => {
  expect(find('/mettingConferenceRegistration/12/%E5%B9%B4%E4%BC%9A')).toMatchObject({ menuLink: 'meeting/ConferenceRegistration' })
  expect(find('/mettingConferenceRegistration/12')).toBeUndefined()
  expect(find('/tasks/meeting/99')).toMatchObject({ name: ':meetID30', path: '/tasks/meeting/:meetID' })
  expect(find('/tasks/meeting')).toBeUndefined()
})

test('optional parameters may be there or not, and no more than there are', () => {
  for (const path of ['/QueryRegistration', '/QueryRegistration/5']) expect(find(path)?.path).toBe('/QueryRegistration/:registerID?')
  for (const path of ['/signin', '/signin/1', '/signin/1/2']) expect(find(path)?.menuLink).toBe('meeting/SignIn')
  expect(find('/QueryRegistration/5/6')).toBeUndefined()
  expect(find('/signin/1/2/3')).toBeUndefined()
})

test('any other address has no route', () => {
  for (const path of ['/no/such/page', '/personalCenterX', '/member/company/companyList/9', '/success/x']) expect(find(path)).toBeUndefined()
})

test('home itself is a fixed page, whatever the menu holds', () => {
  expect(routeOf('/', homeRoute([]), [])).toMatchObject({ menuLink: 'host/HomePage', kind: 'shell', parents: [] })
})

test('children of the mall have absolute paths and stand inside its home page', () => {
  const layout = { path: '/memberMall/homePage', menuLink: 'mall/MallHome' }
  for (const path of ['/memberMall/homePage', '/publishProduct', '/commodityManagement', '/orderManagement', '/myShop']) expect(find(path)).toMatchObject({ path, layout })
  expect(find('/merchantRegistration')).not.toHaveProperty('layout')
})

test('an entry that keeps no page says so of its route, on a fixed path too; any other says nothing', () => {
  const leaves = [{ ...node('50', '看板', '/board', 'a/Board'), keepAlive: false }, { ...node('51', '公司', '/company', 'a/Company'), keepAlive: true }]
  const own = [...leaves, { ...node('52', '写短信', '/textMessageManagement/writeText', 'member/WriteText'), keepAlive: false }]
  const at = (path: string) => routeOf(path, homeRoute(own), own)?.anew
  expect(['/board', '/company', '/textMessageManagement/writeText', '/'].map(at)).toEqual([true, undefined, true, undefined])
})
