import { startConsole, type Console } from './harness'
import { letSignIn, until, visit } from './steps'

// Somebody who scores: from the first look at the console three presses, then keys alone.

let app: Console
let expert: { login_name: string; sheet_id: string }
beforeAll(async () => {
  app = await startConsole()
  const [found] = await app.sql<{ login_name: string; expert_id: string }>(
    `select u.login_name, e.expert_id from expert e join sys_user u on u.user_id = e.user_id join review_sheet s using (expert_id) join review_batch b using (batch_id)
     where b.batch_status = 'scoring' and s.sheet_status = 'pending' group by 1, 2 order by count(*) desc, 2 limit 1`,
  )
  if (!found) throw new Error('nobody of the demo has anything to score')
  const waiting = await app.sql<{ sheet_id: string }>(
    `select s.sheet_id from review_sheet s join review_batch b using (batch_id) join review_item i using (item_id) where s.expert_id = $1 and b.batch_status = 'scoring' and s.sheet_status in ('pending', 'draft') order by i.item_no`,
    [found.expert_id],
  )
  expert = { login_name: found.login_name, sheet_id: waiting[0]?.sheet_id ?? '' }
  await letSignIn(app, found.login_name)
})
afterAll(() => app?.stop())

test('an expert finds what waits, scores it by keys and hands it in', async () => {
  const { context, page, problems } = await app.signedIn(expert.login_name)
  await page.goto(`${app.url}/home`)
  await visit(page, '专家评审', '专家评分（初评）')
  await page.getByRole('heading', { name: '专家评分（初评）' }).waitFor()
  await page.getByRole('region', { name: '评分表' }).waitFor()
  // From the first dimension on, whatever of it was scored before.
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowUp')
  for (const key of ['9', '9', '8', '9', '9']) await page.keyboard.press(key)
  await page.getByRole('region', { name: '评分表' }).getByText('87.50').waitFor()
  await page.keyboard.press('Control+Enter')
  const state = async () => (await app.sql<{ sheet_status: string; total_score: string }>(`select sheet_status, total_score from review_sheet where sheet_id = $1`, [expert.sheet_id]))[0]
  await until(async () => (await state())?.sheet_status === 'submitted', 'the sheet is handed in')
  expect((await state())?.total_score).toBe('87.50')
  await page.getByText(/已提交，总分 87\.50/).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
