import { applyStatus } from '@assoc/contract/member/join-apply'
import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { countClicks, until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

const open = async (page: Page, path: string, title: string) => {
  await page.goto(`${app.url}/memberManage/${path}`)
  await page.getByRole('heading', { name: title, exact: true }).waitFor()
  await page.getByText(/^共 [\d,]+ 条$/).waitFor()
}
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const detail = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** A step from the head of an open detail, confirmed in its question. */
async function step(page: Page, name: string, label: string, reason?: string): Promise<void> {
  // Its code comes with the first record that is opened.
  await detail(page, name).getByRole('button', { name: '下一条' }).waitFor()
  const shown = detail(page, name).getByRole('button', { name: label, exact: true })
  if (await shown.isVisible()) await shown.click()
  else {
    await detail(page, name).getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
  }
  const question = page.getByRole('dialog', { name: new RegExp(`^${label.replace(/入会$/, '')}入会申请：${name}$`) })
  if (reason !== undefined) await question.getByRole('textbox').fill(reason)
  await question.getByRole('button', { name: label, exact: true }).click()
}

const byStatus = (status: string) =>
  app.sql<{ apply_id: string; company_name: string }>(`select apply_id, company_name from join_apply where apply_status = $1 order by update_time desc`, [status])
const statusOf = async (applyId: string) => (await app.sql<{ apply_status: string }>('select apply_status from join_apply where apply_id = $1', [applyId]))[0]?.apply_status

test('three applications are checked in a row from the home page, one of them refused with a reason, each opening the next; the clicks are counted, the list keeps its filter', async () => {
  const { context, page, problems } = await app.signedIn()
  const [first, second, third, fourth, fifth] = await byStatus('approval')
  if (!first || !second || !third || !fourth || !fifth) throw new Error('the demo has no applications to approve')
  const clicks = await countClicks(page)
  await page.goto(`${app.url}/`)
  // What waits for their stands on the home page, and leads to it.
  await page.getByRole('link', { name: /^待批准入会申请/ }).click({ timeout: 60_000 })
  await page.getByRole('heading', { name: '入会申请审核' }).waitFor({ timeout: 60_000 })
  await page.getByText('共 5 条', { exact: true }).waitFor({ timeout: 60_000 })
  await rowOf(page, first.company_name).getByRole('button').first().click()
  for (const [{ company_name, apply_id }, label, reason, becomes] of [
    [first, '批准入会', undefined, 'approved'],
    [second, '不予批准', '理事会认为主营业务与章程不符', 'rejected'],
    [third, '批准入会', undefined, 'approved'],
  ] as const) {
    await detail(page, company_name).getByText('待批准', { exact: true }).first().waitFor({ timeout: 60_000 })
    await step(page, company_name, label, reason)
    await until(async () => (await statusOf(apply_id)) === becomes, `${company_name} is ${becomes}`)
  }
  await detail(page, fourth.company_name).getByText('待批准', { exact: true }).first().waitFor({ timeout: 60_000 })
  // The list that waits, the first of it, and each step with its confirmation.
  expect(clicks.count).toBeLessThanOrEqual(8)

  // To the neighbour and back by the arrows of the detail.
  const arrow = (name: string, label: string) => detail(page, name).getByRole('button', { name: label, exact: true })
  expect(await arrow(fourth.company_name, '上一条').isDisabled()).toBe(true)
  await arrow(fourth.company_name, '下一条').click()
  await detail(page, fifth.company_name).getByText('待批准', { exact: true }).first().waitFor({ timeout: 60_000 })
  expect(await arrow(fifth.company_name, '下一条').isDisabled()).toBe(true)
  await arrow(fifth.company_name, '上一条').click()
  await detail(page, fourth.company_name).getByText('待批准', { exact: true }).first().waitFor({ timeout: 60_000 })
  expect(new URL(page.url()).searchParams.get('applyStatus')).toBe('approval')
  await page.keyboard.press('Escape')
  await page.getByText('共 2 条', { exact: true }).waitFor({ timeout: 60_000 })
  // Nothing was decided by looking.
  expect([await statusOf(fourth.apply_id), await statusOf(fifth.apply_id)]).toEqual(['approval', 'approval'])

  const [refused] = await app.sql<{ reason: string; member_id: string | null }>(`select a.reason, j.member_id from audit_log a join join_apply j on j.apply_id::text = a.record_id::text where a.record_type = 'joinApply' and a.verb = 'reject' and j.apply_id = $1`, [second.apply_id])
  expect(refused).toEqual({ reason: '理事会认为主营业务与章程不符', member_id: null })
  await open(page, `joinAudit?keyword=${encodeURIComponent(second.company_name)}`, '入会申请审核')
  await rowOf(page, second.company_name).getByText(applyStatus.labels.rejected, { exact: true }).waitFor()
  const [member] = await app.sql<{ member_no: string }>('select m.member_no from join_apply a join member m using (member_id) where a.apply_id = $1', [first.apply_id])
  expect(member?.member_no).toMatch(/^M\d{9}$/)
  await open(page, `memberList?keyword=${member?.member_no}`, '会员列表')
  await rowOf(page, member?.member_no ?? '').getByText('正常', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('one is sent back: an opinion that says nothing is refused and stays in the dialog, a full one goes through', async () => {
  const { context, page } = await app.signedIn()
  const [first, second] = await byStatus('firstReview')
  if (!first || !second) throw new Error('the demo has no applications to review')
  await open(page, 'joinAudit?applyStatus=firstReview', '入会申请审核')
  await rowOf(page, first.company_name).getByRole('button').first().click()
  await step(page, first.company_name, '初审退回', '不全')
  const question = page.getByRole('dialog', { name: `初审退回入会申请：${first.company_name}` })
  await question.getByRole('alert').filter({ hasText: '审核意见至少 5 个字' }).waitFor()
  expect(await statusOf(first.apply_id)).toBe('firstReview')
  expect(await question.getByRole('textbox').inputValue()).toBe('不全')
  await question.getByRole('textbox').fill('营业执照缺少副本，请补交')
  await question.getByRole('button', { name: '初审退回' }).click()
  await until(async () => (await statusOf(first.apply_id)) === 'returned', 'it is sent back')
  await detail(page, second.company_name).waitFor()
  await page.keyboard.press('Escape')
  await open(page, `joinAudit?keyword=${encodeURIComponent(first.company_name)}`, '入会申请审核')
  await rowOf(page, first.company_name).getByText(applyStatus.labels.returned).waitFor()
  await rowOf(page, first.company_name).getByRole('button').first().click()
  await detail(page, first.company_name).getByText('原因：营业执照缺少副本，请补交').first().waitFor()
  await context.close()
})

test('a member is deleted into the bin and comes back from it', async () => {
  const { context, page, problems } = await app.signedIn()
  const [member] = await app.sql<{ member_id: string; member_no: string; name: string }>(
    `select m.member_id, m.member_no, c.short_name as name from member m join company c using (company_id)
     where m.member_status = 'normal' and not m.deleted and not exists (select 1 from dues_bill b where b.member_id = m.member_id) and not exists (select 1 from member_withdraw w where w.member_id = m.member_id)
     order by m.member_id desc limit 1`)
  if (!member) throw new Error('the demo has no member without bills')
  const title = `${member.name}（${member.member_no}）`
  await open(page, `memberList?keyword=${member.member_no}`, '会员列表')
  await rowOf(page, member.member_no).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除', exact: true }).click()
  await page.getByRole('dialog', { name: `删除会员：${title}` }).getByRole('button', { name: '删除' }).click()
  await until(async () => (await app.sql('select 1 from member where member_id = $1 and deleted and delete_by is not null', [member.member_id])).length === 1, 'it is in the bin')
  await open(page, 'memberDeleted', '会员回收站')
  await rowOf(page, member.member_no).getByRole('button', { name: '恢复' }).click()
  await page.getByRole('dialog', { name: `恢复会员：${title}` }).getByRole('button', { name: '恢复' }).click()
  await page.getByText(`${title}：已恢复`).waitFor()
  await open(page, `memberList?keyword=${member.member_no}`, '会员列表')
  await rowOf(page, member.member_no).getByText('正常').waitFor()
  expect(problems).toEqual([])
  await context.close()
})
