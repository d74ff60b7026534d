import { dayAfter, today } from '@assoc/contract/core/day'
import { insertReservation } from '@assoc/contract/meeting/reservation'
import type { Locator, Page } from 'playwright-core'
import { startConsole, type Console, type Person } from './harness'
import { countCalls, letSignIn, until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'wenmishu', 'shihuiwu')
})
afterAll(() => app?.stop())

// Further ahead than any booking of the demo, and within the days that rooms may be booked.
const DAY = dayAfter(today(), 20)
const ROOM = '第一会议室'

const cell = (page: Page, room: string, from: string) => page.getByRole('gridcell', { name: new RegExp(`^${room} ${from} 到 `) })
const form = (page: Page, title = '预约会议室') => page.getByRole('dialog', { name: title })
const block = (page: Page, title: string) => page.locator('.rg-block').filter({ hasText: title })

async function openGrid(page: Page): Promise<void> {
  await page.goto(`${app.url}/meetingRoom/scheduleMeeting/index?day=${DAY}`)
  await page.getByRole('grid').waitFor()
}

interface Booking {
  title: string
  room_name: string
  from: string
  to: string
  reserve_status: string
}
const bookings = (title: string) =>
  app.sql<Booking>(
    `select r.title, m.room_name, to_char(r.start_time at time zone 'Asia/Shanghai', 'HH24:MI') as from, to_char(r.end_time at time zone 'Asia/Shanghai', 'HH24:MI') as to, r.reserve_status
     from room_reservation r join meeting_room m using (room_id) where r.title = $1 order by r.reservation_id`,
    [title],
  )

const centre = async (of: Locator): Promise<{ x: number; y: number }> => {
  const box = await of.boundingBox()
  if (!box) throw new Error('not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }, beforeDrop?: () => Promise<void>): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await beforeDrop?.()
  await page.mouse.up()
}

test('rooms by mouse: drag books, drag moves to another room and time, an edge makes it longer, a clash cannot be dropped', async () => {
  const { context, page, problems } = await app.signedIn('wenmishu')
  await openGrid(page)
  await drag(page, await centre(cell(page, ROOM, '10:00')), await centre(cell(page, ROOM, '11:00')), async () => {
    expect(await page.locator('.rg-preview').innerText()).toContain('10:00–11:30')
  })
  await form(page).getByLabel('预约事由').fill('拖动的预约')
  await form(page).getByRole('button', { name: /^预\s?约$/ }).click()
  await page.getByText('预约成功').waitFor()
  expect(await bookings('拖动的预约')).toEqual([{ title: '拖动的预约', room_name: ROOM, from: '10:00', to: '11:30', reserve_status: 'reserved' }])

  const [ten, eleven] = [await centre(cell(page, '第二会议室', '10:00')), await centre(cell(page, '第二会议室', '11:00'))]
  const start = await centre(block(page, '拖动的预约'))
  await drag(page, start, { x: start.x + (eleven.x - ten.x), y: ten.y })
  await page.getByText('预约已移动').waitFor()
  expect(await bookings('拖动的预约')).toMatchObject([{ room_name: '第二会议室', from: '11:00', to: '12:30' }])

  const box = await block(page, '拖动的预约').boundingBox()
  if (!box) throw new Error('the block is gone')
  await drag(page, { x: box.x + box.width - 2, y: box.y + box.height / 2 }, { x: (await centre(cell(page, '第二会议室', '13:00'))).x + 2, y: box.y + box.height / 2 })
  await until(async () => (await bookings('拖动的预约'))[0]?.to !== '12:30', 'the edge moved')
  expect((await bookings('拖动的预约'))[0]).toMatchObject({ from: '11:00', to: '13:15' })

  await drag(page, await centre(cell(page, '第二会议室', '10:00')), await centre(cell(page, '第二会议室', '10:30')), async () => undefined)
  await form(page).getByRole('button', { name: /取\s?消/ }).click()
  await drag(page, await centre(cell(page, '第二会议室', '10:00')), await centre(cell(page, '第二会议室', '11:30')), async () => {
    expect(await page.locator('.rg-preview').getAttribute('data-clash')).toBe('true')
    expect(await page.locator('.rg-preview').innerText()).toContain('与「拖动的预约」冲突')
  })
  expect(await form(page).isVisible()).toBe(false)
  expect(problems).toEqual([])
  await context.close()
})

test('rooms by keyboard: arrows, shift marks, Enter books, Delete cancels after a question', async () => {
  const { context, page, problems } = await app.signedIn('wenmishu')
  await openGrid(page)
  await page.locator('[role=gridcell][tabindex="0"]').focus()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  const first = await focused()
  const rooms = await page.getByRole('rowheader').allInnerTexts()
  const down = rooms.findIndex((name) => name.startsWith('洽谈间')) - rooms.findIndex((name) => first.startsWith(name.split('\n')[0] ?? ''))
  for (let i = 0; i < Math.abs(down); i++) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp')
  for (let i = 0; i < 30 && !(await focused()).startsWith('洽谈间 14:00'); i++) await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('洽谈间 14:00 到 14:30，空闲')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  expect(await page.locator('[role=gridcell][aria-selected=true]').count()).toBe(3)
  await page.keyboard.press('Enter')
  await form(page).waitFor()
  await until(async () => (await form(page).getByLabel('预约事由').evaluate((e) => e === document.activeElement)), 'the first field has the focus')
  await page.keyboard.type('键盘的预约')
  await page.keyboard.press('Enter')
  await page.getByText('预约成功').waitFor()
  expect(await bookings('键盘的预约')).toMatchObject([{ room_name: '洽谈间', from: '14:00', to: '15:30', reserve_status: 'reserved' }])
  await until(async () => (await focused()).startsWith('洽谈间'), 'the focus is back in the grid')
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: /键盘的预约$/ })
  await question.waitFor()
  expect((await bookings('键盘的预约'))[0]?.reserve_status).toBe('reserved')
  const reason = question.getByRole('textbox')
  if (await reason.isVisible()) await reason.fill('改期')
  await question.getByRole('button', { name: /取消预约|^取\s?消$/ }).last().click()
  await page.getByText('预约已取消').waitFor()
  expect((await bookings('键盘的预约'))[0]?.reserve_status).toBe('cancelled')
  expect(problems).toEqual([])
  await context.close()
})

test('two people want one room at one time: the second is refused in the form, keeps their text and finds another room', async () => {
  const [first, second] = [await app.signedIn('wenmishu'), await app.signedIn('shihuiwu')]
  const book = async ({ page }: Person, title: string) => {
    await drag(page, await centre(cell(page, ROOM, '15:00')), await centre(cell(page, ROOM, '15:30')))
    await form(page).getByLabel('预约事由').fill(title)
    await form(page).getByRole('button', { name: /^预\s?约$/ }).click()
  }
  await openGrid(first.page)
  await openGrid(second.page)
  const calls = countCalls(second.page, insertReservation.path)
  await book(first, '先到的预约')
  await first.page.getByText('预约成功').waitFor()
  await book(second, '后到的预约')
  await form(second.page).getByRole('alert').first().waitFor()
  expect(calls.count).toBe(1)
  expect(await form(second.page).getByLabel('预约事由').inputValue()).toBe('后到的预约')
  expect(await bookings('后到的预约')).toEqual([])
  // What they did not see has come onto their grid meanwhile.
  await block(second.page, '先到的预约').waitFor()
  await form(second.page).getByLabel('会议室').click()
  await second.page.locator('.ant-select-item-option').filter({ hasText: '第二会议室' }).click()
  await form(second.page).getByRole('button', { name: /^预\s?约$/ }).click()
  await second.page.getByText('预约成功').waitFor()
  expect(await bookings('后到的预约')).toMatchObject([{ room_name: '第二会议室', from: '15:00', to: '16:00' }])
  expect([...first.problems, ...second.problems]).toEqual([])
  await first.context.close()
  await second.context.close()
})

test('a room that needs approval: the booking waits, the one who may approves it from the to-do on their home page', async () => {
  const [asker, clerk] = [await app.signedIn('wenmishu'), await app.signedIn('shihuiwu')]
  await app.sql(`update room_reservation set reserve_status = 'cancelled' where reserve_status = 'pending'`)
  await openGrid(asker.page)
  await drag(asker.page, await centre(cell(asker.page, '路演厅', '09:00')), await centre(cell(asker.page, '路演厅', '09:30')))
  await form(asker.page).getByLabel('预约事由').fill('等审批的预约')
  await form(asker.page).getByRole('button', { name: '提交审批' }).click()
  await asker.page.getByText('已提交，等待审批').waitFor()
  await clerk.page.goto(app.url)
  await clerk.page.getByRole('link', { name: '待审批的会议室预约 1' }).click()
  const details = clerk.page.getByRole('dialog').filter({ hasText: '等审批的预约' })
  await details.getByRole('button', { name: /同\s?意|通\s?过/ }).click()
  const question = clerk.page.getByRole('dialog', { name: / · 等审批的预约$/ })
  await question.getByRole('button', { name: /同\s?意|通\s?过/ }).click()
  await clerk.page.getByText('已同意').waitFor()
  expect((await bookings('等审批的预约'))[0]?.reserve_status).toBe('reserved')
  expect([...asker.problems, ...clerk.problems]).toEqual([])
  await asker.context.close()
  await clerk.context.close()
})

test('rooms closed together: the one with a booking stays and says why, the others are closed', async () => {
  const { context, page, problems } = await app.signedIn()
  const [room] = await app.sql<{ room_id: string; room_name: string }>(`select room_id, room_name from meeting_room where not deleted order by room_id limit 1`)
  await app.sql(
    `insert into room_reservation (room_id, title, start_time, end_time, attend_num, applicant_id, reserve_status)
     select $1, '挡住停用', now() + interval '25 days', now() + interval '25 days 1 hour', 2, user_id, 'reserved' from sys_user where login_name = 'wenmishu'`,
    [room?.room_id],
  )
  await app.sql(`update room_reservation set reserve_status = 'cancelled' where room_id <> $1 and reserve_status in ('pending', 'reserved')`, [room?.room_id])
  await page.goto(`${app.url}/meetingRoom/roomList`)
  await page.getByText(/^共 \d+ 条$/).waitFor()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByText(/^已选/).locator('..').getByRole('button', { name: /^停\s?用$/ }).click()
  const dialog = page.getByRole('dialog', { name: '批量停用' })
  const [{ n = '0' } = {}] = await app.sql<{ n: string }>(`select count(*) as n from meeting_room where not deleted and room_status = 'available'`)
  await dialog.getByRole('button', { name: `停用 ${n} 条` }).click()
  await dialog.getByText(new RegExp(`${room?.room_name}：该会议室还有 \\d+ 个未结束的预约`)).waitFor()
  const left = await app.sql<{ room_id: string }>(`select room_id from meeting_room where not deleted and room_status <> 'closed'`)
  expect(left).toEqual([{ room_id: room?.room_id }])
  expect(problems).toEqual([])
  await context.close()
})
