import { accessReview } from '@assoc/contract/rbac/access-review'
import { dayAfter, today } from '@assoc/contract/core/day'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { seeToReviews } from './due'

const ALL = ['rbac:user:read', 'rbac:user:disable', 'rbac:accessReview:read', 'rbac:accessReview:decide', 'rbac:accessReview:signOff']

let server: TestServer
let reviewer: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api', PUBLIC_URL: 'https://console.example/' } })
  reviewer = await server.person({ permits: ALL, scopes: { rbac: 'all' } })
  await sql`update sys_user set email = 'zhen@example.com' where user_id = ${reviewer.userId}`.execute(server.platform.db)
  await server.person({ permits: ['rbac:user:disable'] })
})
afterAll(() => server.stop())

const db = () => server.platform.db
const reviews = async () => (await sql<{ title: string; day: string; by: string | null }>`select title, review_date::text as day, create_by::text as by from access_review order by review_id`.execute(db())).rows
const told = async () => (await sql<{ title: string }>`select title from notification where user_id = ${reviewer.userId} order by notification_id`.execute(db())).rows.map((r) => r.title)
const mails = async () => (await sql<{ subject: string }>`select subject from outbox where recipient = 'zhen@example.com' order by outbox_id`.execute(db())).rows.map((r) => r.subject)

test('a review is opened by itself when the last one is so many months ago, once, however often and by however many it is asked', async () => {
  const now = today()
  await seeToReviews(server.platform, now)
  expect(await reviews()).toEqual([])
  await sql`insert into access_review (title, review_date, review_status) values ('上年度复核', '2025-03-31', 'signedOff')`.execute(db())
  await seeToReviews(server.platform, '2026-03-30')
  expect(await reviews()).toHaveLength(1)
  // The parameter says how many months; the end of a month stays one.
  await Promise.all([1, 2, 3].map(() => seeToReviews(server.platform, '2026-03-31')))
  await seeToReviews(server.platform, '2026-03-31')
  await seeToReviews(server.platform, '2026-04-02')
  expect((await reviews()).slice(1)).toEqual([{ title: '2026 年 3 月权限复核', day: '2026-03-31', by: null }])
  expect(await told()).toEqual(['权限复核已到期：2026 年 3 月权限复核'])
  expect(await mails()).toEqual(await told())
  // The mail leads to the review itself, through the login page and wherever the menu has it.
  const [{ review_id: reviewId } = { review_id: '' }] = (await sql<{ review_id: string }>`select review_id::text from access_review where review_date = '2026-03-31'`.execute(db())).rows
  const { rows: kept } = await sql<{ content: string; link: string }>`select o.content, n.link from outbox o, notification n where o.recipient = 'zhen@example.com' and n.user_id = ${reviewer.userId}`.execute(db())
  expect(kept).toEqual([{ content: expect.stringMatching(new RegExp(`\\n请打开以下链接，登录后办理：\\nhttps://console\\.example/go/rbac/AccessReview\\?record=${reviewId}$`)), link: `/go/rbac/AccessReview?record=${reviewId}` }])
  const row = (await server.ok(accessReview.list, {}, { as: reviewer })).items[0] as unknown as { lineCount: number }
  expect(row.lineCount).toBeGreaterThanOrEqual(3)
  expect(await server.ok(selectTodos, {}, { as: reviewer })).toEqual(expect.arrayContaining([
    // Nobody decides on their own rights.
    { label: '待复核的敏感权限', value: row.lineCount - 1, link: `/go/rbac/AccessReview?reviewStatus=open&record=${reviewId}` },
    { label: '待签署的权限复核', value: 1, link: `/go/rbac/AccessReview?reviewStatus=open&record=${reviewId}` },
  ]))
})

test('one that is not signed in time is reminded of once a week, until it is', async () => {
  await seeToReviews(server.platform, '2026-04-30')
  expect(await told()).toHaveLength(1)
  for (const day of ['2026-05-01', '2026-05-01', '2026-05-07', '2026-05-08']) await Promise.all([seeToReviews(server.platform, day), seeToReviews(server.platform, day)])
  expect((await told()).slice(1)).toEqual(Array<string>(2).fill('权限复核已逾期：2026 年 3 月权限复核'))
  expect(await mails()).toEqual(await told())
  await sql`update access_review set review_status = 'signedOff'`.execute(db())
  await seeToReviews(server.platform, '2026-06-30')
  expect(await told()).toHaveLength(3)
  expect(await server.ok(selectTodos, {}, { as: reviewer })).toEqual([])
})

test('where there was no review yet the first account counts, and a shorter interval holds at once', async () => {
  await sql`delete from access_review`.execute(db())
  await sql`insert into setting (key, value) values ('param/rbac.reviewMonths', '1') on conflict (key) do update set value = excluded.value`.execute(db())
  await server.platform.revocations.announce(db(), { kind: 'all' })
  const soon = dayAfter(today(), 20)
  await seeToReviews(server.platform, soon)
  expect(await reviews()).toEqual([])
  const later = dayAfter(today(), 32)
  for (let tries = 0; tries < 50 && (await server.platform.settings.parameter('rbac.reviewMonths')) !== 1; tries++) await new Promise((resolve) => setTimeout(resolve, 20))
  await seeToReviews(server.platform, later)
  expect((await reviews()).map((r) => r.day)).toEqual([later])
})
