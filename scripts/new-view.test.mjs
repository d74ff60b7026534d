import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { copyRepository } from './bench/lib/copy.mjs'
import { removePostgres, startPostgres } from './lib/postgres.mjs'

let scratch
beforeAll(() => {
  scratch = copyRepository('console-new-view-')
})
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

const run = (program, args, env = {}) => {
  const { JEST_WORKER_ID: _worker, ...outer } = process.env
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: scratch, encoding: 'utf8', env: { ...outer, ...env } })
  return { status, said: `${stdout}${stderr}` }
}
const newView = (...args) => run(process.execPath, ['scripts/new-view.mjs', ...args])
const tsc = (project) => run(path.join(scratch, 'node_modules/.bin/tsc'), ['-p', project])
const text = (file) => fs.readFileSync(path.join(scratch, file), 'utf8')

test('what it cannot make it refuses in one sentence, and writes nothing', () => {
  const before = fs.readdirSync(path.join(scratch, 'server/migrations'))
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
  expect(fs.readdirSync(path.join(scratch, 'server/migrations'))).toEqual(before)
})

test('made views take their places, pass the type check, and their own tests pass', async () => {
  const first = newView('member/SomeList', '--title', '某某列表')
  expect(first).toMatchObject({ status: 0 })
  const second = newView('meeting/LongNameList', '--title', '长名列表', '--role', 'MEET_OP')
  expect(second).toMatchObject({ status: 0 })
  expect(newView('member/SomeList', '--title', '某某列表').said).toContain('exists already')

  const migrations = fs.readdirSync(path.join(scratch, 'server/migrations')).map((name) => name.slice(0, 4))
  expect(new Set(migrations).size).toBe(migrations.length)
  expect(text('remotes/member/src/views/SomeList/page.tsx').split('\n').length).toBeLessThan(61)
  expect(text('server/src/areas/member/some/seed.ts')).toMatch(/menuId: 10\d\d, parentId: 1000, menuName: '某某列表', menuPath: '\/memberManage\/someList', menuLink: 'member\/SomeList'/)
  expect(text('server/src/areas/meeting/long-name/seed.ts')).toContain("['MEET_OP']")
  for (const file of ['shared/contract/src/all.ts', 'server/src/areas/member/index.ts']) expect(text(file).match(/\bsome\b/g).length).toBeGreaterThan(1)

  for (const project of ['tsconfig.server.json', 'tsconfig.browser.json']) expect(tsc(project)).toEqual({ status: 0, said: '' })

  // A cluster of its own: the setup of an inner run deletes the databases of earlier runs, which are the outer run's here.
  const dataDir = path.join(scratch, 'data')
  fs.mkdirSync(dataDir, { mode: 0o711 })
  const database = await startPostgres({ dataDir, durable: false })
  try {
    const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'server', '--runInBand', 'server/src/areas/member/some', 'server/src/areas/meeting/long-name']
    const { status, said } = run(process.execPath, jest, { TEST_DATABASE_URL: database.adminUrl, NODE_ENV: 'test' })
    expect(said).toMatch(/Tests:\s+12 passed, 12 total/)
    expect(status).toBe(0)
  } finally {
    await database.stop()
    await removePostgres({ dataDir })
  }
})
