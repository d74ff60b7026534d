import { targetOf } from './address'

const names = ['RoleList', 'UserList']
const menu = [
  {
    menuPath: '/systemManage',
    menuLink: '',
    children: [
      { menuPath: '/systemManage/user', menuLink: 'rbac/UserList' },
      { menuPath: '/memberManage/companyList', menuLink: 'member/CompanyList' },
      { menuPath: '/systemManage/gone', menuLink: 'rbac/Gone' },
    ],
  },
]
const of = (path: string) => targetOf(path, 'rbac', names, menu)

test('the root shows the first view, a name its view', () => {
  expect(of('/')).toEqual({ kind: 'view', name: 'RoleList' })
  expect(of('/UserList')).toEqual({ kind: 'view', name: 'UserList' })
})

test('an address of the menu shows the view behind it', () => {
  expect(of('/systemManage/user')).toEqual({ kind: 'view', name: 'UserList' })
  expect(of('/systemManage/user/')).toEqual({ kind: 'view', name: 'UserList' })
})

test('views of other remotes, and ones that are not there, are told apart from unknown addresses', () => {
  expect(of('/memberManage/companyList')).toEqual({ kind: 'elsewhere', menuLink: 'member/CompanyList' })
  expect(of('/systemManage/gone')).toEqual({ kind: 'elsewhere', menuLink: 'rbac/Gone' })
  expect(of('/systemManage')).toEqual({ kind: 'unknown' })
  expect(of('/nowhere')).toEqual({ kind: 'unknown' })
  expect(targetOf('/', 'rbac', [], [])).toEqual({ kind: 'unknown' })
})
