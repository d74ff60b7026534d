import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { chooseIn, dialog, openList, pick, rowOf, SLOW } from './lists'
import { letSignIn, until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'shihuiwu')
})
afterAll(() => app?.stop())

/** A film of the demo with bytes behind it that no player reads, so that it has several parts. */
async function longFilm(): Promise<Buffer> {
  const [{ key } = { key: '' }] = await app.sql<{ key: string }>("select f.store_key as key from meeting_video v join file_object f on f.file_id = v.play_file_id limit 1")
  const free = Buffer.alloc(12 * 1024 * 1024)
  free.writeUInt32BE(free.length, 0)
  free.write('free', 4, 'latin1')
  return Buffer.concat([readFileSync(join(app.dataDir, 'files', key.slice(0, 2), key)), free])
}

test('a film is uploaded in parts, stopped, cut by the end of the session and gone on with; it is checked, published, watched, and who watched is listed', async () => {
  const bytes = await longFilm()
  // As a file of the disk: bytes that are handed to the browser take it long.
  const film = join(mkdtempSync(join(tmpdir(), 'film-')), '秘书长讲话.mp4')
  writeFileSync(film, bytes)
  const [{ name: meeting } = { name: '' }] = await app.sql<{ name: string }>("select meeting_name as name from meeting where meeting_status = 'ended' order by meet_id desc limit 1")
  const received = async () => Number((await app.sql<{ received: string }>("select received from file_upload where file_name = '秘书长讲话.mp4'"))[0]?.received ?? -1)
  const add = async (page: Page) => {
    await openList(page, app, '/meetingManage/video', '会议视频')
    await page.getByRole('button', { name: '新增会议视频' }).click()
    await dialog(page, /新增/).locator('input[type=file]').setInputFiles(film)
  }

  // The second part never arrives; meanwhile the session ends.
  const first = await app.signedIn('shihuiwu')
  let parts = 0
  await first.page.route('**/user/file/parts/*', (route) => {
    if (route.request().method() === 'PATCH') parts += 1
    return parts > 1 ? route.abort() : route.continue()
  })
  await add(first.page)
  await dialog(first.page, /新增/).getByText(/正在上传 4\d%/).waitFor({ timeout: SLOW })
  await dialog(first.page, /新增/).getByRole('button', { name: /暂\s?停/ }).click()
  await dialog(first.page, /新增/).getByText(/已暂停/).waitFor()
  expect(await received()).toBe(5 * 1024 * 1024)
  await app.sql("update session set end_time = now(), end_reason = 'logout' where end_time is null and user_id = (select user_id from sys_user where login_name = 'shihuiwu')")
  await first.context.close()

  const { page, context, problems } = await app.signedIn('shihuiwu')
  const offsets: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '')
  })
  await add(page)
  await dialog(page, /新增/).getByRole('button', { name: '移除 秘书长讲话.mp4' }).waitFor({ timeout: SLOW })
  expect(offsets[0]).toBe(String(5 * 1024 * 1024))
  await pick(page, /新增/, '会议', meeting, meeting)
  await dialog(page, /新增/).getByLabel('视频名称').fill('秘书长讲话')
  await chooseIn(page, /新增/, '公开范围', '公开')
  await dialog(page, /新增/).getByRole('button', { name: /^保\s?存$/ }).click()
  await until(async () => (await app.sql("select 1 from meeting_video where video_name = '秘书长讲话' and publish_status = 'pending' and duration = 6")).length === 1, 'the check')
  const [kept] = await app.sql<{ sha256: string }>("select sha256 from file_object where file_name = '秘书长讲话.mp4'")
  expect(kept?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  await page.getByRole('button', { name: '刷新' }).first().click()
  await rowOf(page, '秘书长讲话').getByText('待发布').waitFor()
  await rowOf(page, '秘书长讲话').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '发布', exact: true }).click()
  const question = dialog(page, /发布/)
  await question.getByRole('button', { name: /^发\s?布$/ }).click()
  await question.waitFor({ state: 'hidden', timeout: SLOW })

  await rowOf(page, '秘书长讲话').getByRole('button', { name: '播放' }).click()
  const player = dialog(page, '秘书长讲话')
  await player.getByText('时长 0:06，已观看 0%').waitFor()
  // Ahead of what was seen: it goes back.
  await player.locator('video').evaluate(async (video: HTMLVideoElement) => {
    // Heard in the page: a busy machine asks so seldom that the film has played past the place meanwhile.
    const back = new Promise<void>((resolve) => video.addEventListener('seeked', () => video.currentTime < 3 && resolve()))
    video.muted = true
    video.currentTime = 5
    await video.play()
    await back
  })
  await player.getByText('已看完').waitFor({ timeout: SLOW })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '刷新' }).first().click()
  await rowOf(page, '秘书长讲话').getByRole('button', { name: '谁看过' }).click()
  await dialog(page, /谁看过/).getByText('石会务').waitFor()
  expect(problems).toEqual([])
  await context.close()
  rmSync(dirname(film), { recursive: true })
})
