import { FIXED_ROUTES } from './fixed-routes'

const IN_SHELL = [
  '/',
  '/personalCenter',
  '/temporary',
  '/submissionCategory',
  '/expertManage',
  '/writingArticles/expertManage',
  '/expertScore',
  '/expertScoreFirst',
  '/submissionDetails/index',
  '/submissionDetails/viewDetails',
  '/QueryRegistration/:registerID?',
  '/mettingConferenceRegistration/:meetID/:meetingName',
  '/editMeeting/:meetID',
  '/declarationManagement/log-manage',
  '/signInTable',
  '/myMeeting',
  '/declarationManagement/manageDetails',
  '/manageScoringP',
  '/manageScoringP1',
  '/userAuthenticationList',
  '/meetingRoom/scheduleMeeting/reserveHistory',
  '/enterprise/registrationAudit',
  '/soleManager/registrationAudit',
  '/soleManager/demandAudit',
  '/soleManager/demandDetail',
  '/soleManager/probationAudit',
  '/soleManager/changeMsg',
  '/directorDetail',
  '/myQuestionnaire/directorDetail',
  '/manageSecond/directorDetail',
  '/formManage/directorDetail',
  '/formManage/evaluateList',
  '/myQuestionnaire/evaluateList',
  '/formManage/expertManagementForm',
  '/manageSecond/manageDetails',
  '/formManage/evaluate/manageDetails',
  '/reportUserList',
  '/userTypeManage/:typeId',
  '/textMessageManagement/writeText',
  '/emailManagement/writeEmail',
]
const OUTSIDE = [
  '/login',
  '/register',
  '/generateList',
  '/signin/:meeting_id?/:sign_code?',
  '/success',
  '/editForm',
  '/editFormTable',
  '/preview',
  '/previewTable',
  '/meetingDetails',
  '/writingArticlesUser/index',
  '/articleDetails',
  '/myDetails',
  '/companyDetail',
  '/memberMall/homePage',
  '/publishProduct',
  '/commodityManagement',
  '/orderManagement',
  '/myShop',
  '/merchantRegistration',
  '/taskManage',
  '/taskLog',
]

const kindOf = (path: string) => FIXED_ROUTES.find((r) => r.path === path)?.kind

test.each(IN_SHELL)('%s stands in the shell', (path) => {
  expect(kindOf(path)).toBe('shell')
})

test.each(OUTSIDE)('%s stands outside the shell', (path) => {
  expect(kindOf(path)).toMatch(/^(bare|keepAlive)$/)
})

test('the two editors are kept alive when they are left, and nothing else outside is', () => {
  expect(FIXED_ROUTES.filter((r) => r.kind === 'keepAlive').map((r) => r.path)).toEqual(['/editForm', '/editFormTable'])
})

test('there is no other fixed page, and none twice', () => {
  const paths = FIXED_ROUTES.map((r) => r.path)
  expect([...paths].sort()).toEqual([...IN_SHELL, ...OUTSIDE].sort())
  expect(new Set(paths.map((p) => p.toLowerCase())).size).toBe(paths.length)
})

test('every page names its view as remote/View and has a Chinese title', () => {
  for (const { path, menuLink, title } of FIXED_ROUTES) {
    expect(`${path} ${menuLink}`).toMatch(/ (host|rbac|member|meeting|article|expert|mall|oa)\/[A-Z][A-Za-z0-9]+$/)
    expect(`${path} ${title}`).toMatch(/ [\u4e00-\u9fff（）]+$/)
  }
})
