import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CODE } from '@assoc/contract'
import { allCalls, allResources } from '@assoc/contract/all'
import { countUnread, selectNotificationByPage } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../harness'

// What a page asks by itself is no sign that somebody sits before it.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Lets minutes pass for a session: its last activity moves back, and no process goes by what it read before. */
async function pass(as: Session, minutes: number): Promise<void> {
  await sql`update session set last_seen_time = last_seen_time - make_interval(mins => ${minutes}) where user_id = ${as.userId}`.execute(server.platform.db)
  await server.platform.revocations.announce(server.platform.db, { kind: 'all' })
}
const idleMinutes = async (as: Session): Promise<number> =>
  Number((await sql<{ m: string }>`select extract(epoch from now() - last_seen_time) / 60 as m from session where user_id = ${as.userId}`.execute(server.platform.db)).rows[0]?.m)
const poll = async (as: Session, headers: Record<string, string> = {}) => (await server.call(countUnread, {}, { as, headers })).returnCode
const act = async (as: Session, headers: Record<string, string> = {}) => (await server.call(selectNotificationByPage, {}, { as, headers })).returnCode

test('a page that is left open asks on until the session ends of idleness', async () => {
  const anna = await server.person()
  const codes: string[] = []
  for (let i = 0; i < 4; i++) {
    await pass(anna, 9)
    // Read from the database the first time, from memory after that.
    codes.push(await poll(anna), await poll(anna))
  }
  expect(codes).toEqual([...Array<string>(6).fill(CODE.ok), CODE.sessionExpired, CODE.sessionExpired])
})

test('what the person does keeps it alive, also between such calls; no header turns one into the other', async () => {
  const berta = await server.person()
  const forged: Record<string, string>[] = [{ 'x-background': 'false' }, { 'x-background': '0', background: 'no' }]
  for (const headers of forged) {
    await pass(berta, 9)
    await poll(berta, headers)
  }
  expect(await idleMinutes(berta)).toBeGreaterThan(17)
  // Known from a call in the background: the next action counts at once.
  for (let i = 0; i < 5; i++) {
    await pass(berta, 9)
    expect([await poll(berta), await act(berta, { 'x-background': 'true', background: 'yes' }), await poll(berta)]).toEqual(Array(3).fill(CODE.ok))
    expect(await idleMinutes(berta)).toBeLessThan(1)
  }
})

/** The calls that each source file asks again on a timer; none for timers that only move a clock or look at another origin. */
const ON_A_TIMER: Record<string, string[]> = {
  'host/src/console/bootstrap.tsx': [],
  'host/src/layout/Covers.tsx': [],
  'host/src/login/countdown.ts': [],
  'host/src/workspace/workspace-store.ts': ['countUnread'],
  'remotes/expert/src/views/FormList/Progress.tsx': ['selectFormProgressTotals'],
  // The clock of an examination; it asks nothing until the time is over.
  'remotes/meeting/src/courses/Exam.tsx': [],
  // Choices that somebody has made and the server has not heard of: sent until it has.
  'remotes/meeting/src/courses/kept-answers.ts': [],
  // Beats of a film that plays: watching is what the person does, and ends with the film.
  'remotes/meeting/src/videos/PlayerDialog.tsx': [],
  'remotes/meeting/src/views/ScheduleMeeting/page.tsx': [],
  'remotes/meeting/src/views/SignCode/HallScreen.tsx': ['selectHallCode', 'selectCounters'],
  'remotes/meeting/src/views/SignInTable/page.tsx': ['selectSignSummary'],
  'remotes/member/src/letter/Printing.tsx': ['selectWork'],
  'remotes/member/src/views/BankStatement/Reading.tsx': ['selectWork'],
  'remotes/member/src/views/DuesBill/BillRun.tsx': ['selectWork'],
  'remotes/rbac/src/views/ReleaseList/page.tsx': ['selectReleases'],
  'remotes/rbac/src/views/Temporary/page.tsx': ['selectMaintenanceJobs'],
  // The list of a resource that refreshes, see below.
  'shared/ui/src/data/kit/Refresh.tsx': [],
  'shared/ui/src/data/kit/use-export.ts': ['selectWork'],
  'shared/ui/src/lazy/ImportDialog.tsx': ['selectWork'],
}

test('every source that asks on a timer is known, and what it asks is a call in the background', () => {
  const root = process.cwd()
  const sources = ['host', 'remotes', 'shared'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(^|\/)src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|node_modules|(^|\/)dist\//.test(file))
      .map((file) => `${part}/${file}`),
  )
  // A timer that comes again, or a pause in a loop without end.
  const found = sources.filter((file) => /\bsetInterval\(|for \(;;\)[\s\S]*setTimeout\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(found.sort()).toEqual(Object.keys(ON_A_TIMER))
  for (const [file, names] of Object.entries(ON_A_TIMER)) {
    for (const name of names) {
      expect([file, readFileSync(join(root, file), 'utf8').includes(name)]).toEqual([file, true])
      expect([name, allCalls.find((c) => c.path.endsWith(`/${name}`))?.background]).toEqual([name, true])
    }
  }
  for (const { definition, list } of allResources) expect([definition.name, Boolean(list.background)]).toEqual([definition.name, definition.refreshes !== undefined])
})
