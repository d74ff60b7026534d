import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { copyRepository } from './bench/lib/copy.mjs'
import { checkFiles } from './lib/architecture.mjs'
import { removePostgres, startPostgres } from './lib/postgres.mjs'
import { at } from './lib/root.mjs'
import { checkTerms } from './lib/terms.mjs'

let scratch
beforeAll(() => {
  scratch = copyRepository('console-new-view-')
  for (const more of ['docker-compose.yml', 'README.md', '.oxlintrc.json', 'docs', 'deploy']) fs.cpSync(at(more), path.join(scratch, more), { recursive: true })
})
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

const run = (program, args, env = {}) => {
  const { JEST_WORKER_ID: _worker, ...outer } = process.env
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: scratch, encoding: 'utf8', env: { ...outer, ...env } })
  return { status, said: `${stdout}${stderr}` }
}
const newView = (...args) => run(process.execPath, ['scripts/new-view.mjs', ...args])
const newRemote = (...args) => run(process.execPath, ['scripts/new-remote.mjs', ...args])
const tsc = (project) => run(path.join(scratch, 'node_modules/.bin/tsc'), ['-p', project])
const text = (file) => fs.readFileSync(path.join(scratch, file), 'utf8')

test('what it cannot make it refuses in one sentence, and writes nothing', () => {
  const migrations = () => fs.readdirSync(path.join(scratch, 'server/src'), { recursive: true }).filter((name) => name.endsWith('.sql'))
  const before = migrations()
  const refused = [
    [['nowhere/SomeList', '--title', '某某列表'], 'There is no remote "nowhere"'],
    [['member/CompanyList', '--title', '公司列表'], 'member/CompanyList exists already'],
    [['member/some-list', '--title', '某某列表'], 'is no name of a view'],
    [['../SomeList', '--title', '某某列表'], 'is no name of a view'],
    [['member/Dashboard', '--title', '看板'], 'is no list'],
    [['meeting/CompanyList', '--title', '公司列表'], 'The name company is taken'],
    [['member/DictList', '--title', '字典列表'], 'The name dict is taken'],
    [['member/ClassList', '--title', '班级列表'], '"class" has a meaning of its own'],
    [['member/SomeList'], 'Give the title'],
    [['member/SomeList', '--title', "某'某"], 'must be at most 20'],
    [['member/SomeList', '--title', '某某列表', '--role', 'leader'], 'is no role code'],
    [['member/SomeList', '--nothing'], "Unknown option '--nothing'"],
    [[], 'Name one view'],
  ]
  for (const [args, sentence] of refused) {
    const { status, said } = newView(...args)
    expect([args, status, said.trim().split('\n').length]).toEqual([args, 1, 1])
    expect(said).toContain(sentence)
  }
  expect(migrations()).toEqual(before)
})

const CATERING = ['catering', '--title', '餐饮管理', '--list', 'DishList', '--list-title', '菜品列表']
/** Files that a new remote adds lines to, as they stand. */
const shared = () => ['pnpm-lock.yaml', 'docker-compose.yml', 'deploy/compose.s3.yml', 'deploy/nginx/http.conf', 'deploy/nginx/site.conf', 'server/src/areas/index.ts', 'docs/ARCHITECTURE.md', 'README.md', 'shared/contract/src/all.ts'].map(text)

test('a remote that cannot be made is refused in one sentence, and leaves nothing', () => {
  const before = shared()
  const refused = [
    [[], 'Name one area'],
    [['Catering'], 'is no name of an area'],
    [['platform'], 'is no name of an area'],
    [['fee', ...CATERING.slice(1)], 'The name fee is taken: there is server/src/areas/fee'],
    [['catering', '--title', '餐饮管理'], 'Give --list-title'],
    [[...CATERING, '--role', 'FEE_OP'], 'There is a role FEE_OP already'],
    // Found by new-view, when the remote stands already.
    [['catering', '--title', '餐饮管理', '--list', 'Dishes', '--list-title', '菜品'], 'is no list'],
  ]
  for (const [args, sentence] of refused) {
    const { status, said } = newRemote(...args)
    expect([args, status, said.trim().split('\n').length]).toEqual([args, 1, 1])
    expect(said).toContain(sentence)
  }
  expect(shared()).toEqual(before)
  expect(['remotes/catering', 'server/src/areas/catering', 'shared/contract/src/catering'].filter((folder) => fs.existsSync(path.join(scratch, folder)))).toEqual([])
})

/** Sources of the copy, as lint reads them. */
function sourcesOf(folders) {
  const files = new Map()
  for (const folder of folders) {
    for (const name of fs.readdirSync(path.join(scratch, folder), { recursive: true })) {
      const file = `${folder}/${name}`
      if (!/node_modules/.test(file) && /(\.(?:[cm]?[jt]s|[jt]sx)|package\.json|tables\.json)$/.test(file)) files.set(file, text(file))
    }
  }
  return files
}

test('made views and remotes take their places, pass the type check and lint, and their own tests pass', async () => {
  expect(newRemote(...CATERING)).toMatchObject({ status: 0 })
  expect(text('server/src/areas/catering/seed.ts')).toContain("['CATERING_OP', '餐饮经办', '餐饮管理的日常办理']")
  expect(text('server/src/areas/catering/dish/seed.ts')).toMatch(/parentId: \d+, menuName: '菜品列表', menuPath: '\/catering\/dishList', menuLink: 'catering\/DishList'/)
  expect(text('server/src/areas/index.ts')).toContain('...cateringModules')
  expect(text('shared/contract/src/catering/permits.ts')).toContain("permits('catering', '餐饮管理', {\n  'dish:read'")
  expect(text('docker-compose.yml').match(/(remote|publish)-catering/g)).toHaveLength(6)
  expect(text('deploy/nginx/site.conf')).toContain('^/remotes/(rbac|member|meeting|expert|catering)/')
  expect(text('deploy/nginx/http.conf')).toContain('upstream remote-catering { server remote-catering:8080; keepalive 16; }')
  expect(text('pnpm-lock.yaml')).toMatch(/^ {2}remotes\/catering:$/m)
  // What an install would link.
  fs.cpSync(path.join(scratch, 'remotes/meeting/node_modules'), path.join(scratch, 'remotes/catering/node_modules'), { recursive: true, verbatimSymlinks: true })

  const first = newView('member/SomeList', '--title', '某某列表')
  expect(first).toMatchObject({ status: 0 })
  const second = newView('meeting/LongNameList', '--title', '长名列表', '--role', 'MEET_OP')
  expect(second).toMatchObject({ status: 0 })
  expect(newView('member/SomeList', '--title', '某某列表').said).toContain('exists already')

  expect(fs.readdirSync(path.join(scratch, 'server/src/areas/meeting/migrations')).join()).toMatch(/(^|,)\d{12}_long_name\.sql$/)
  expect(JSON.parse(text('server/src/areas/member/tables.json')).own).toContain('member_some')
  expect(text('remotes/member/src/views/SomeList/page.tsx').split('\n').length).toBeLessThan(61)
  expect(text('server/src/areas/member/some/seed.ts')).toMatch(/menuId: 10\d\d, parentId: 1000, menuName: '某某列表', menuPath: '\/memberManage\/someList', menuLink: 'member\/SomeList'/)
  expect(text('server/src/areas/meeting/long-name/seed.ts')).toContain("['MEET_OP']")
  for (const file of ['shared/contract/src/all.ts', 'server/src/areas/member/index.ts']) expect(text(file).match(/\bsome\b/g).length).toBeGreaterThan(1)

  for (const project of ['tsconfig.server.json', 'tsconfig.browser.json']) expect(tsc(project)).toEqual({ status: 0, said: '' })
  const made = sourcesOf(['shared', 'server', 'remotes'])
  expect([...checkFiles(made), ...checkTerms(made)]).toEqual([])
  expect(run(path.join(scratch, 'node_modules/.bin/oxlint'), ['--deny-warnings', 'remotes/catering', 'server/src/areas/catering', 'shared/contract/src/catering'])).toMatchObject({ status: 0 })

  // A cluster of its own: the setup of an inner run deletes the databases of earlier runs, which are the outer run's here.
  const dataDir = path.join(scratch, 'data')
  fs.mkdirSync(dataDir, { mode: 0o711 })
  const database = await startPostgres({ dataDir, durable: false })
  try {
    const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'server', '--runInBand', 'server/src/areas/member/some', 'server/src/areas/meeting/long-name', 'server/src/areas/catering', 'server/test/tables.test.ts']
    const { status, said } = run(process.execPath, jest, { TEST_DATABASE_URL: database.adminUrl, NODE_ENV: 'test' })
    expect(said).toMatch(/Tests:\s+5 passed, 5 total/)
    expect(status).toBe(0)
  } finally {
    await database.stop()
    await removePostgres({ dataDir })
  }
})
