import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { checkAny, checkFiles } from './architecture.mjs'
import { at } from './root.mjs'

const packages = {
  'host/package.json': '{"name":"@assoc/host"}',
  'remotes/member/package.json': '{"name":"@assoc/member"}',
  'remotes/rbac/package.json': '{"name":"@assoc/rbac"}',
  'server/package.json': '{"name":"@assoc/server"}',
  'shared/contract/package.json': '{"name":"@assoc/contract","exports":{".":"./src/index.ts","./*":"./src/*.ts"}}',
  'shared/http/package.json': '{"name":"@assoc/http","exports":{".":"./src/index.ts"}}',
  'shared/session/package.json': '{"name":"@assoc/session","exports":{".":"./src/index.ts"}}',
  'shared/ui/package.json': '{"name":"@assoc/ui","exports":{".":"./src/shell/index.ts"}}',
  'shared/contract/src/index.ts': 'export const a = 1',
  'shared/contract/src/rbac/user.ts': 'export const u = 1',
  'shared/http/src/index.ts': 'export const h = 1',
  'shared/session/src/index.ts': 'export const s = 1',
  'shared/ui/src/shell/index.ts': 'export const b = 1',
}

const check = (files) => checkFiles(new Map(Object.entries({ ...packages, ...files })))
const rules = (files) => check(files).map(({ rule }) => rule)

// Every rule with source that breaks it, and a word of the sentence it must answer with.
const bad = [
  ['remote-isolated', { 'remotes/member/src/a.ts': "import x from '../../rbac/src/b'" }, /another remote/],
  ['remote-isolated', { 'remotes/member/src/a.ts': "import x from '@assoc/rbac'" }, /another remote/],
  ['remote-isolated', { 'remotes/member/src/a.ts': "import type { X } from '@assoc/host'" }, /never imports the host/],
  ['remote-isolated', { 'host/src/a.ts': "const x = import('@assoc/member')" }, /host never imports a remote/],
  ['import-shared-only', { 'host/src/a.ts': "import { x } from '@assoc/server'" }, /from shared\/ alone/],
  ['import-shared-only', { 'remotes/rbac/src/a.ts': "export * from '../../../server/src/main'" }, /from shared\/ alone/],
  ['server-contract-only', { 'server/src/a.ts': "import { x } from '@assoc/http'" }, /@assoc\/contract alone/],
  ['one-ui', { 'host/src/a.ts': "import { Select } from '@assoc/ui/parts/list'" }, /Import it from @assoc\/ui/],
  ['shared-layers', { 'shared/session/src/a.ts': "import { x } from '@assoc/ui'" }, /may import http, contract, not shared\/ui/],
  ['shared-layers', { 'shared/http/src/a.ts': "import { x } from '@assoc/session'" }, /may import contract/],
  ['contract-pure', { 'shared/contract/src/a.ts': "import { x } from '@assoc/http'" }, /nothing of ours/],
  ['contract-pure', { 'shared/contract/src/a.ts': "import dayjs from 'dayjs'" }, /zod and no other library/],
  ['contract-pure', { 'shared/contract/src/a.ts': "import fs from 'node:fs'" }, /zod and no other library/],
  ['by-package-name', { 'host/src/a.ts': "import { a } from '../../shared/contract/src/index'" }, /by its package name/],
  ['wrapped-library', { 'remotes/member/src/a.tsx': "import { Button } from 'antd'" }, /Take it from @assoc\/ui/],
  ['wrapped-library', { 'remotes/member/src/a.tsx': "import { X } from '@ant-design/icons'" }, /Take it from @assoc\/ui/],
  ['wrapped-library', { 'host/src/a.ts': "import axios from 'axios'" }, /Take it from @assoc\/http/],
  ['wrapped-library', { 'host/src/a.ts': "import { Link } from 'react-router-dom'" }, /Take it from @assoc\/router/],
  ['sql-in-repository', { 'server/src/areas/rbac/user/service.ts': "import { sql } from 'kysely'" }, /in repository\.ts alone/],
  ['sql-in-repository', { 'server/src/areas/rbac/user/routes.ts': "import pg from 'pg'" }, /in repository\.ts alone/],
  ['area-api', { 'server/src/areas/rbac/user/repository.ts': '', 'server/src/areas/member/company/service.ts': "import { f } from '../../rbac/user/repository'" }, /stands in server\/src\/areas\/rbac\/api\.ts/],
  ['area-api', { 'server/src/areas/rbac/user/index.ts': '', 'server/src/areas/member/company/service.ts': "import type { F } from '../../rbac/user'" }, /stands in server\/src\/areas\/rbac\/api\.ts/],
  ['area-api', { 'server/src/areas/rbac/api.ts': '', 'server/src/platform/work/work.ts': "import { f } from '../../areas/rbac/api'" }, /platform knows no area/],
  ['own-tables', { 'server/src/areas/fee/tables.json': '{"own":["dues_bill"]}', 'server/src/areas/member/a/repository.ts': 'const a = sql`select 1 from member m, dues_bill b`' }, /table dues_bill is that of fee, not of member/],
  ['own-tables', { 'server/src/platform/identity/tables.json': '{"own":["sys_user"]}', 'server/src/areas/member/a/repository.ts': "db.selectFrom('sys_user as u')" }, /ask server\/src\/platform\/identity/],
  ['own-tables', { 'server/src/areas/fee/tables.json': '{"own":["dues_bill"]}', 'server/src/platform/work/work.ts': 'const a = sql`delete from dues_bill`' }, /not of platform/],
  [
    'area-ring',
    {
      'server/src/areas/fee/api.ts': "import type { M } from '../member/api'",
      'server/src/areas/member/api.ts': 'export interface M {}',
      'server/src/areas/member/company/service.ts': "import type { F } from '../../fee/api'",
    },
    /fee → member → fee/,
  ],
  ['no-cycle', { 'host/src/a.ts': "import './b'", 'host/src/b.ts': "import './c'", 'host/src/c.ts': "import './a'" }, /a\.ts → .*b\.ts → .*c\.ts → .*a\.ts/],
  ['no-cycle', { 'shared/contract/src/a.ts': "import { h } from '@assoc/http'", 'shared/http/src/a.ts': "import { a } from '@assoc/contract'" }, /packages import each other/],
  ['no-rem', { 'host/src/a.css': '.a { width: 1.5rem }' }, /No rem in styles/],
  ['no-rem', { 'remotes/member/src/a.tsx': "const style = { width: '2rem' }" }, /No rem in styles/],
  ['one-calendar', { 'remotes/member/src/a.ts': 'const year = new Date().getFullYear()' }, /not of the machine/],
  ['one-calendar', { 'host/src/a.tsx': 'const told = new Date(saved).toLocaleString()' }, /not of the machine/],
  ['one-calendar', { 'shared/ui/src/a.ts': "const month = dayjs().startOf('month')" }, /not of the machine/],
  ['one-calendar', { 'server/src/a.ts': "new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' })" }, /not of the machine/],
  ['page-once', { 'remotes/member/src/a.tsx': 'const makePage = (options) => resourcePage({ options })' }, /made once/],
  ['page-once', { 'remotes/member/src/a.tsx': 'export default function View() {\n  const Page = resourcePage({})\n  return <Page />\n}' }, /made once/],
  ['view-state', { 'remotes/member/src/a.tsx': 'const asked = new Asked()' }, /no state beside itself/],
  ['view-state', { 'remotes/member/src/a.tsx': 'let open = false' }, /no state beside itself/],
  ['view-state', { 'remotes/member/src/a.tsx': 'const copying = new Set<string>()' }, /no state beside itself/],
  ['view-state', { 'remotes/member/src/a.tsx': 'const kept: Row[] = []' }, /no state beside itself/],
  ['menu-path', { 'server/src/a/seed.ts': "const menu = { menuPath: '/feeManage' }", 'remotes/member/src/views/A/page.tsx': 'const to = <Link to={`/feeManage/duesBill?billYear=${year}`} />' }, /name the view with viewLink/],
  ['menu-path', { 'host/src/routes/fixed-routes.ts': "const all = [shell('/personalCenter', '个人中心', 'rbac/PersonalCenter'), shell('/login', '登录', 'host/Login')]", 'host/src/a.tsx': "navigate('/personalCenter'); navigate('/login')" }, /\(\/personalCenter\)/],
  ['menu-path', { 'server/src/a/seed.ts': "const menu = { menuPath: '/feeManage' }", 'server/src/a/b.ts': 'const link = `/feeManage/duesBill?billYear=${year}`' }, /name the view with viewLink/],
  ['view-names', { 'shared/contract/src/views.ts': "export type ViewName =\n  | 'member/DuesBill'\n", 'remotes/member/src/views/DuesBill/view.ts': '', 'remotes/member/src/views/PaymentList/view.ts': '' }, /lacks the view member\/PaymentList/],
  ['view-names', { 'shared/contract/src/views.ts': "export type ViewName =\n  | 'member/DuesBills'\n" }, /No remote has the view member\/DuesBills/],
  ['no-raw-sql', { 'server/src/areas/rbac/user/repository.ts': 'sql.raw(order)' }, /put together from pieces/],
  ['no-raw-sql', { 'server/src/areas/rbac/user/repository.ts': "client.query('select ' + column)" }, /put together from pieces/],
  ['no-raw-sql', { 'server/src/areas/rbac/user/repository.ts': 'client.query(`select ${column} from t`, [1])' }, /put together from pieces/],
]

test.each(bad)('%s is found in %j', (rule, files, sentence) => {
  const found = check(files).filter((one) => one.rule === rule)
  expect(found).not.toHaveLength(0)
  expect(found[0].message).toMatch(sentence)
  expect(found[0].message).toContain(`docs/rules.md#${rule}`)
  expect(Object.keys(files)).toContain(found[0].file)
})

test('any-ratchet: more than listed is a fault, fewer too until the list says so', () => {
  expect(checkAny({ 'a.ts': 2 }, { 'a.ts': 2 })).toEqual([])
  expect(checkAny({ 'a.ts': 1 }, {})[0].message).toMatch(/1 explicit "any" where 0 are allowed.*docs\/rules\.md#any-ratchet/)
  expect(checkAny({ 'a.ts': 1 }, { 'a.ts': 2 })[0].message).toMatch(/lower it/)
  expect(checkAny({}, { 'gone.ts': 1 })[0].message).toMatch(/lower it/)
})

test('oxlint counts the explicit any that the ratchet is fed with', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lint-'))
  try {
    fs.writeFileSync(path.join(folder, 'a.ts'), 'export const f = (x: any) => x as any\n')
    const { stdout } = spawnSync(at('node_modules/.bin/oxlint'), ['--format=json', '-c', at('.oxlintrc.json'), folder], { encoding: 'utf8' })
    const codes = JSON.parse(stdout).diagnostics.map(({ code }) => code)
    expect(codes).toEqual(['typescript(no-explicit-any)', 'typescript(no-explicit-any)'])
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})

test('what the house allows is left alone', () => {
  expect(
    rules({
      'host/src/a.ts': "import { a } from '@assoc/contract'\nimport './b'\nimport type { B } from '@assoc/ui'",
      'host/src/b.ts': "import type { A } from './a'\nexport const later = () => import('./a')",
      'host/src/boot/root.css': 'html { font-size: 1rem }',
      'host/src/c.ts': "// import x from 'antd', 2rem\nconst text = \"import y from 'antd'\"\nexport const url = 'https://a.example/b' // and `sql.raw(x)`",
      'remotes/member/src/a.tsx': "import { u } from '@assoc/contract/rbac/user'\nexport const A = () => <p>don't</p>\nimport z from 'zod'",
      'shared/ui/src/shell/b.ts': "import { Button } from 'antd'\nimport { s } from '@assoc/session'",
      'shared/http/src/a.ts': "import axios from 'axios'",
      'server/src/areas/rbac/user/repository.ts': "import { sql } from 'kysely'\nexport const f = (id) => sql`select ${id}`",
      'server/src/areas/rbac/user/service.ts': "import type { Transaction } from 'kysely'\nimport { f } from './repository'",
      'server/src/areas/rbac/role/service.ts': "import { f } from '../user/repository'\nclient.query('select 1', [a + b])",
      'server/src/platform/database/migrate.ts': 'sql.raw(text)',
      'shared/http/src/b.ts': "export const n = (1234).toLocaleString('zh-CN') + dayjs(day).format() + day.getUTCDay() // new Date().getDay()",
    }),
  ).toEqual([])
})

test('every rule has its paragraph in docs/rules.md', () => {
  const page = fs.readFileSync(at('docs/rules.md'), 'utf8')
  const headings = [...page.matchAll(/^## (\S+)$/gm)].map(([, id]) => id)
  // These look at more than the text of one file, and have tests of their own.
  expect(headings.sort()).toEqual([...new Set([...bad.map(([rule]) => rule), 'any-ratchet', 'linear-expressions', 'standard-terms', 'untyped-read'])].sort())
})
