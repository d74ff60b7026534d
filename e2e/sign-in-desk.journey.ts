import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selectCounters, selectPersonalQr } from '@assoc/contract/meeting/sign-in'
import type { Call, RequestOf, ResponseOf } from '@assoc/contract'
import type { Page } from 'playwright-core'
import { cameraArgs, film } from './camera'
import { startConsole, type Console } from './harness'
import { until } from './steps'

const folder = mkdtempSync(join(tmpdir(), 'camera-'))
const FILM = join(folder, 'codes.y4m')
const SCANS = 30

let app: Console
let meetId: string
let sessionId: string
beforeAll(async () => {
  // Chromium looks at the file when the camera is opened; one that is not there would be no camera.
  film(FILM, ['1'])
  app = await startConsole({ browserArgs: cameraArgs(FILM) })
  const [session] = await app.sql<{ session_id: string; meet_id: string }>(
    `update meeting_session set sign_from = now() - interval '1 hour', late_from = null, sign_to = now() + interval '5 hours', session_status = 'planned'
     where session_id = (select min(s.session_id) from meeting_session s join meeting m using (meet_id) where m.meeting_status = 'open') returning session_id, meet_id`,
  )
  meetId = session?.meet_id ?? ''
  sessionId = session?.session_id ?? ''
})
afterAll(async () => {
  await app?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Guest {
  register_id: string
  name: string
}
let count = 0
/** Registers people for the meeting as a list of them would be. */
const register = (many: number) => {
  count += many
  return app.sql<Guest>(
    `insert into meeting_registration (register_no, meet_id, unit_name, name, gender, post_name, mobile, need_stay, need_pickup, reg_status, pay_status, due_amount, dept_id)
     select 'QD' || n, $1, '子虚大学', '秦签到' || n, 'unknown', '董事', '1977' || lpad(n::text, 7, '0'), false, false, 'confirmed', 'none', 0, (select organizer_dept_id from meeting where meet_id = $1)
     from generate_series($2::int, $3::int) n returning register_id, name`,
    [meetId, count - many + 1, count],
  )
}

/** Makes a call as the page's own person. */
const ask = <C extends Call>(page: Page, call: C, input: RequestOf<C>): Promise<ResponseOf<C>> =>
  page.evaluate(
    async ([path, body]) => {
      const { token } = JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { token: string }
      const response = await fetch(`/capcoapi${path}`, { method: 'POST', headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager', authorization: token }, body })
      return ((await response.json()) as { data: never }).data
    },
    [call.path, JSON.stringify(input)] as const,
  )
const codeOf = async (page: Page, { register_id }: Guest) => (await ask(page, selectPersonalQr, { registerId: register_id })).qr

const status = (page: Page) => page.getByRole('status', { name: '签到台状态' })
const says = (page: Page, text: string | RegExp) => status(page).getByText(text, { exact: typeof text === 'string' }).waitFor()
async function openCounter(page: Page): Promise<void> {
  await page.goto(`${app.url}/signInTable?session=${sessionId}&mode=counter`)
  await says(page, /离线名册 \d+ 人/)
}
/** What a scanner that types as a keyboard does. */
async function scan(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('扫码或查找')
  await field.fill(text)
  await field.press('Enter')
}
const answered = (page: Page, text: string) => page.locator('[aria-live=assertive]').getByText(text).waitFor()

/** What rests in the browser, as somebody reads it who opens its database. */
const rests = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'assoc-sealed')) return null
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('assoc-sealed')
      request.onsuccess = () => resolve(request.result)
    })
    const all = <T>(store: string) => new Promise<T[]>((resolve) => {
      const request = database.transaction(store).objectStore(store).getAll()
      request.onsuccess = () => resolve(request.result as T[])
    })
    const [rows, keys] = [await all<{ id: string; bytes: ArrayBuffer }>('rows'), await all<CryptoKey>('keys')]
    database.close()
    return { ids: rows.map(({ id }) => id), plain: rows.map(({ bytes }) => new TextDecoder().decode(bytes)).join(), extractable: keys.map((key) => key.extractable) }
  })

test('a counter that is cut off scans on, is closed with 30 scans, and sends each of them once when it is opened again', async () => {
  const { context, page, problems } = await app.signedIn()
  // A device whose clock is nine hours ahead.
  await context.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 9 * 3_600_000
  })
  const guests = await register(SCANS + 1)
  await openCounter(page)
  const codes: string[] = []
  for (const guest of guests) codes.push(await codeOf(page, guest))
  const [later] = await register(1)
  if (!later) throw new Error('nobody is registered')
  const codeOfLater = await codeOf(page, later)
  const [online, ...others] = codes
  await scan(page, online ?? '')
  await answered(page, '签到成功')
  const began = Date.now()

  await context.setOffline(true)
  await says(page, '离线')
  // Any width of digits, as an input method leaves them.
  await scan(page, [...(others[0] ?? '')].map((d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0)).join(''))
  await says(page, '1 条未上传')
  for (const code of others.slice(1)) await scan(page, code)
  await says(page, `${SCANS} 条未上传`)
  await scan(page, online ?? '')
  await answered(page, '无需重复')
  await scan(page, codeOfLater.slice(0, 60) + String((Number(codeOfLater[60]) + 1) % 10) + codeOfLater.slice(61))
  await answered(page, '无法识别的个人签到码')
  // Registered after the list was taken: the signature is good.
  await scan(page, codeOfLater)
  await answered(page, '离线名册中没有此人')
  await says(page, `${SCANS + 1} 条未上传`)
  // People are found in the list as well.
  await scan(page, 'qqd')
  await page.getByText(/“qqd”共 \d+ 人/).waitFor()
  await page.getByText(guests[0]?.name ?? '', { exact: true }).waitFor()
  const kept = await rests(page)
  expect(kept?.ids.filter((id) => id.includes('/scan/'))).toHaveLength(SCANS + 1)
  expect(kept?.extractable).toEqual([false])
  expect(kept?.plain).not.toContain('签到')
  expect(kept?.plain).not.toContain('registerId')
  expect(await app.sql(`select 1 from meeting_sign_in where session_id = $1`, [sessionId])).toHaveLength(1)

  const warned = new Promise<string>((resolve) => page.once('dialog', (dialog) => void dialog.accept().then(() => resolve(dialog.type()))))
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  expect(await warned).toBe('beforeunload')
  await closed
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`${app.url}/signInTable?session=${sessionId}&mode=counter`)
  await says(again, `离线签到 ${SCANS + 1} 条已上传`)

  const rows = await app.sql<{ register_id: string; sign_time: Date }>(`select register_id, sign_time from meeting_sign_in where session_id = $1 order by sign_time`, [sessionId])
  expect(rows.map((row) => row.register_id).sort()).toEqual([...guests, later].map((guest) => guest.register_id).sort())
  // At the time when each was scanned, by the server's clock and not by the device's.
  for (const { sign_time } of rows.slice(1)) expect(Math.abs(sign_time.getTime() - began)).toBeLessThan(300_000)
  expect(rows.slice(1).map((row) => row.register_id)).toEqual([...guests.slice(1), later].map((guest) => guest.register_id))
  const tries = await app.sql<{ outcome: string; n: string }>(`select outcome, count(*)::text as n from meeting_sign_log where session_id = $1 and scan_time is not null group by 1`, [sessionId])
  expect(tries).toEqual([{ outcome: 'accepted', n: String(SCANS + 1) }])
  expect((await ask(again, selectCounters, { sessionId })).counters).toMatchObject([{ unsent: 0, silent: false }])

  await again.getByRole('button', { name: '我的账号' }).click()
  await again.getByRole('menuitem', { name: '退出登录' }).click()
  await again.waitForURL(/\/login/)
  expect(await rests(again)).toBeNull()
  expect(problems.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([])
  await context.close()
})

test('the camera of a counter reads codes that are held before it, each once', async () => {
  const guests = await register(3)
  const { context, page, problems } = await app.signedIn()
  await openCounter(page)
  const codes: string[] = []
  for (const guest of guests) codes.push(await codeOf(page, guest))
  film(FILM, codes)
  await page.getByRole('button', { name: '摄像头扫码' }).click()
  await page.getByLabel(/^摄像头画面/).waitFor()
  const came = () => app.sql<{ way: string }>(`select way from meeting_sign_in where register_id = any($1::bigint[])`, [guests.map((guest) => guest.register_id)])
  await until(async () => (await came()).length === guests.length, 'the three have signed in')
  expect((await came()).map(({ way }) => way)).toEqual(['scan', 'scan', 'scan'])
  // The camera goes off with its picture.
  await page.getByRole('button', { name: '关闭摄像头' }).click()
  await until(async () => (await page.locator('video').count()) === 0, 'the picture is gone')
  expect(problems).toEqual([])
  await context.close()
})
