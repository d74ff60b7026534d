import { PUBLIC_PATHS } from './fixed-routes'
import { guard, isPublicPath, type GuardState } from './guard'

const nobody: GuardState = { hasToken: false, menuFilled: false, menuRequested: false }
const fresh: GuardState = { hasToken: true, menuFilled: false, menuRequested: false }

const PUBLIC = ['/login', '/register', '/meetingDetails', '/success', '/signin', '/writingArticlesUser/index']

test('the public paths are exactly the six of the specification', () => {
  expect([...PUBLIC_PATHS].sort()).toEqual([...PUBLIC].sort())
})

test.each([...PUBLIC, '/signin/12', '/signin/12/4711'])('%s needs no session', (path) => {
  expect(isPublicPath(path)).toBe(true)
  expect(guard(path, nobody)).toBe('proceed')
})

test.each([
  '/', '/loginx', '/login/x', '/xlogin', '/registered', '/register/step', '/meetingDetailsX', '/meetingDetails/1', '/successful', '/signinx', '/signin-in/12',
  '/signInTable', '/signin.html', '/writingArticlesUser', '/writingArticlesUser/', '/writingArticlesUser/indexes', '/writingArticlesUser/index/1', '/writingArticles/expertManage',
  '/home/login', '//login', '/%6cogin', '/personalCenter', '/no/such/page',
])('step 1: %s looks public at most, and is blocked without a token', (path) => {
  expect(isPublicPath(path)).toBe(false)
  expect(guard(path, nobody)).toBe('signOn')
})

test('a menu left over from somebody lets nobody in without a token', () => {
  expect(guard('/personalCenter', { hasToken: false, menuFilled: true, menuRequested: true })).toBe('signOn')
})

test('step 2: with the menu filled, or on its way, navigation proceeds', () => {
  expect(guard('/personalCenter', { ...fresh, menuFilled: true })).toBe('proceed')
  expect(guard('/personalCenter', { ...fresh, menuRequested: true })).toBe('proceed')
  expect(guard('/no/such/page', { ...fresh, menuFilled: true })).toBe('proceed')
})

test('steps 3 and 4: with a token and no menu it is requested first; repeated afterwards, the navigation proceeds', () => {
  expect(guard('/personalCenter', fresh)).toBe('requestMenu')
  expect(guard('/personalCenter', { ...fresh, menuRequested: true, menuFilled: true })).toBe('proceed')
})

test('a signed-in person gets their menu on public paths, too', () => {
  expect(guard('/success', fresh)).toBe('requestMenu')
})
