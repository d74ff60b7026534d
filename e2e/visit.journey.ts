import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { selectHallCode } from '@assoc/contract/meeting/sign-in'
import { startConsole, type Console } from './harness'
import { until } from './steps'

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const PHONE = { width: 390, height: 844 }

let app: Console
let meetId: string
let sessionId: string
let meetingName: string
let mobiles: string[]
beforeAll(async () => {
  app = await startConsole()
  const [session] = await app.sql<{ session_id: string; meet_id: string; meeting_name: string }>(
    `update meeting_session s set sign_from = now() - interval '1 hour', late_from = null, sign_to = now() + interval '5 hours', strict_sign_in = false from meeting m
     where m.meet_id = s.meet_id and session_id = (select min(e.session_id) from meeting_session e join meeting o using (meet_id) where o.meeting_status = 'open') returning session_id, s.meet_id, m.meeting_name`,
  )
  if (!session) throw new Error('the demo has no meeting that is open')
  ;({ session_id: sessionId, meet_id: meetId, meeting_name: meetingName } = session)
  mobiles = (await app.sql<{ mobile: string }>(`select mobile from meeting_registration where meet_id = $1 and reg_status = 'confirmed' order by register_id limit 2`, [meetId])).map(({ mobile }) => mobile)
})
afterAll(() => app?.stop())

/** The code that the hall's screen shows now. */
async function hallCode(): Promise<{ hall: string; digits: string }> {
  const { context, page } = await app.signedIn()
  await page.goto(app.url)
  const code = await page.evaluate(
    async ([path, id]) => {
      const { token } = JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { token: string }
      const response = await fetch(`/capcoapi${path}`, { method: 'POST', headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager', authorization: token }, body: JSON.stringify({ sessionId: id }) })
      return ((await response.json()) as { data: { hall: string; digits: string } }).data
    },
    [selectHallCode.path, sessionId] as const,
  )
  await context.close()
  return code
}

interface Found {
  id: string
  nodes: { target: string[]; failureSummary?: string }[]
}
/** What axe holds against the page as it stands, and whether it is wider than the phone. */
async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(context: object, options: object): Promise<{ violations: Found[] }> } }
    return (await axe.run(document, { preload: false, resultTypes: ['violations'], runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] } })).violations
  })
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return [...(wider > 0 ? [`${wider} px wider than the phone`] : []), ...violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.target.join(' ')}: ${node.failureSummary?.replace(/\s+/g, ' ')}`))]
}

const signIn = async (page: Page, mobile: string) => {
  await page.getByLabel('报名手机号码').fill(mobile)
  await page.getByRole('button', { name: '签到', exact: true }).click()
}

test('on a phone: by the QR code of the hall, from the result to the details, and nothing that axe holds against them', async () => {
  const { hall } = await hallCode()
  const { context, page, problems } = await app.newPerson(PHONE)
  await page.goto(`${app.url}/signin/${meetId}/${hall}`)
  await page.getByRole('heading', { name: meetingName }).waitFor()
  // Whoever is shown the address has no code.
  expect(new URL(page.url()).pathname).toBe('/signin')
  const found = [...(await findings(page))]
  await signIn(page, '123')
  await page.getByText('请输入报名时填写的 11 位手机号码').waitFor()
  found.push(...(await findings(page)))
  await signIn(page, `+86 ${mobiles[0]?.replace(/(.{3})(.{4})/, '$1 $2 ')}`)
  await page.getByRole('heading', { name: '签到成功' }).waitFor()
  found.push(...(await findings(page)))
  await page.getByRole('link', { name: '查看会议详情' }).click()
  await page.getByRole('heading', { level: 1, name: meetingName }).waitFor()
  found.push(...(await findings(page)))
  // No whole name of anybody who is registered, nor a number.
  const [{ names } = { names: [] }] = await app.sql<{ names: string[] }>(`select array_agg(name) as names from meeting_registration where meet_id = $1`, [meetId])
  const listed = await page.locator('.v-names').innerText()
  expect(names.filter((name) => listed.includes(name))).toEqual([])
  expect(await page.locator('body').innerText()).not.toContain(mobiles[0])
  expect(found).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('on a phone: by the digits of the screen; a wrong code and a number that is not registered say why, and nothing typed is lost', async () => {
  const { digits } = await hallCode()
  const { context, page, problems } = await app.newPerson(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${app.url}/signin`)
  const field = page.getByLabel('大屏上的 6 位数字')
  const next = page.getByRole('button', { name: '下一步' })
  await field.fill(String((Number(digits) + 500_000) % 1_000_000).padStart(6, '0'))
  await next.click()
  await page.getByText('签到码不正确').waitFor()
  const found = [...(await findings(page))]
  await field.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`)
  await next.click()
  await page.getByRole('heading', { name: meetingName }).waitFor()
  await signIn(page, '19888888888')
  await page.getByText('未报名本次会议').waitFor()
  expect(await page.getByLabel('报名手机号码').inputValue()).toBe('19888888888')
  found.push(...(await findings(page)))
  await signIn(page, mobiles[1] ?? '')
  await page.getByRole('heading', { name: '签到成功' }).waitFor()
  // The same number again, from this phone, is told that it has signed in.
  await page.getByRole('button', { name: '为同行人签到' }).click()
  await signIn(page, mobiles[1] ?? '')
  await page.getByRole('heading', { name: '已签到' }).waitFor()
  found.push(...(await findings(page)))
  expect(await app.sql(`select 1 from meeting_sign_in s join meeting_registration r using (register_id) where s.session_id = $1 and r.mobile = any($2)`, [sessionId, mobiles])).toHaveLength(2)
  expect(found).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('on a phone: an offered place is found among one’s own registrations and accepted', async () => {
  const [offer] = await app.sql<{ register_id: string }>(
    `update meeting_registration set reg_status = 'offered', offer_until = now() + interval '5 hours', create_by = (select user_id from sys_user where login_name = 'admin')
     where register_id = (select max(r.register_id) from meeting_registration r join meeting m using (meet_id) where m.meeting_status = 'open' and m.start_time > now() and r.reg_status in ('waiting', 'confirmed')) returning register_id`,
  )
  if (!offer) throw new Error('nobody stands for a meeting to come')
  const { context, page, problems } = await app.signedIn('admin', undefined, PHONE)
  await page.goto(`${app.url}/myMeeting`)
  const accept = page.getByRole('button', { name: '确认参加' })
  await accept.waitFor()
  await accept.click()
  const question = page.getByRole('dialog', { name: /^确认参加/ })
  await question.waitFor()
  // What lies below the question is the console's, which is looked at by the journey of looks.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const held = await page.evaluate(async () => {
    await Promise.all(document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity).map((animation) => animation.finished.catch(() => undefined)))
    const { axe } = globalThis as unknown as { axe: { run(context: string, options: object): Promise<{ violations: Found[] }> } }
    return (await axe.run('[role=dialog]', { preload: false, runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] } })).violations.map(({ id }) => id)
  })
  expect(held).toEqual([])
  const box = await question.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= PHONE.width).toBe(true)
  await question.getByRole('button', { name: '确认参加' }).click()
  await page.getByText('报名成功').first().waitFor()
  // The words may stand at another of their registrations already.
  const status = async () => (await app.sql<{ reg_status: string }>(`select reg_status from meeting_registration where register_id = $1`, [offer.register_id]))[0]?.reg_status
  await until(async () => (await status()) === 'confirmed', 'the place is accepted')
  expect(problems).toEqual([])
  await context.close()
})
