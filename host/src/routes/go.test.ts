import type { MenuNode } from '@assoc/contract/rbac/own'
import { destinationOf } from './go'
import { homeRoute } from './route-table'

const leaf = (menuId: string, menuPath: string, menuLink: string): MenuNode => ({ menuId, parentId: '1', menuName: menuLink, menuPath, menuLink, icon: null, sortNo: 1, children: [] })
const home = (...leaves: MenuNode[]) => homeRoute([{ menuId: '1', parentId: '0', menuName: '会费', menuPath: '/fees', menuLink: '', icon: null, sortNo: 1, children: leaves }])
const to = (pathname: string, search = '', hash = '') => ({ pathname, search, hash })

test('a link that names a view leads to where the menu of this person has it, with its query', () => {
  const link = to('/go/member/DuesBill', '?record=12&billYear=2026', '#a')
  expect(destinationOf(link, home(leaf('2', '/feeManage/duesBill', 'member/DuesBill')))).toBe('/feeManage/duesBill?record=12&billYear=2026#a')
  // An administrator has moved the entry; another has it twice.
  expect(destinationOf(link, home(leaf('2', '/moved/bills', 'member/DuesBill'), leaf('3', '/second/bills', 'member/DuesBill')))).toBe('/moved/bills?record=12&billYear=2026#a')
})

test('a view of a fixed page is found without an entry, one in nobody’s menu is told as missing', () => {
  expect(destinationOf(to('/go/rbac/PersonalCenter', '?part=factor'), home())).toBe('/personalCenter?part=factor')
  expect(destinationOf(to('/go/member/DuesBill'), home())).toBe('')
  // A page with a parameter in its path is opened with it, and cannot be without.
  expect(destinationOf(to('/go/rbac/UserTypeManage', '?typeId=staff&accountStatus=locked'), home())).toBe('/userTypeManage/staff?accountStatus=locked')
  expect(destinationOf(to('/go/rbac/UserTypeManage', '?typeId=a%2Fb'), home())).toBe('/userTypeManage/a%2Fb')
  expect(destinationOf(to('/go/rbac/UserTypeManage'), home())).toBe('')
  // One that may be left out is.
  expect(destinationOf(to('/go/meeting/QueryRegistration', '?record=5'), home())).toBe('/QueryRegistration?record=5')
  expect(destinationOf(to('/go/meeting/QueryRegistration', '?registerID=5'), home())).toBe('/QueryRegistration/5')
})

test('of several fixed pages of one view the part of the console that is meant decides', () => {
  expect(destinationOf(to('/go/expert/DirectorDetail', '?declareId=7'), home())).toBe('/directorDetail?declareId=7')
  expect(destinationOf(to('/go/expert/DirectorDetail', '?declareId=7&ofPart=manageSecond'), home())).toBe('/manageSecond/directorDetail?declareId=7')
  expect(destinationOf(to('/go/expert/ManageDetails', '?ofPart=formManage&schemeId=3'), home())).toBe('/formManage/evaluate/manageDetails?schemeId=3')
  expect(destinationOf(to('/go/expert/DirectorDetail', '?ofPart=nowhere'), home())).toBe('/directorDetail')
})

test('every other address is left alone', () => {
  for (const path of ['/', '/feeManage/duesBill', '/go', '/gone/member/DuesBill']) expect(destinationOf(to(path), home())).toBeNull()
})
