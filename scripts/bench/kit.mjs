import os from 'node:os'
import { build } from '../build.mjs'
import { startKit } from '../kit.mjs'
import { findChromium } from '../lib/chromium.mjs'
import { countScreens } from './kit-lines.mjs'
import { measureSize } from './kit-size.mjs'
import { tasksAfter, traced } from './kit-trace.mjs'
import { median } from './lib/numbers.mjs'

const TURNS = 10
const KEYS = 60
const THROTTLE = 4
const PAUSE_MS = 150

/**
 * What the kit costs: selecting in long lists, typing in a long form, its bytes, and the lines that a screen takes. In Chromium, on
 * the kit's own page as it is built for production.
 */
export async function measureKit({ log }) {
  await build({ only: ['host'], log })
  const size = await measureSize()
  log(size.chunks.map(({ name, raw, gzip }) => `${name} ${(raw / 1000).toFixed(0)} KB, ${(gzip / 1000).toFixed(0)} KB gzip`).join('; '))
  const lines = countScreens()
  log(`lines of a screen: median ${lines.medians.share}, of a declared one ${lines.declared.share}`)
  const kit = await startKit({ built: true })
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath: findChromium({ log }), args: ['--no-sandbox', '--disable-background-networking'] })
  try {
    const selecting = []
    for (const rows of [100, 200]) {
      selecting.push(await selectRows(browser, kit.url, rows))
      const { all, one, runtime } = selecting.at(-1)
      log(`${rows} rows a page (${runtime} in the page), 500 selected: all of the page ${describe(all)}; one row ${describe(one)}`)
    }
    const typing = await typeKeys(browser, kit.url)
    log(`typing at a quarter of the speed: ${describe(typing)}, first key ${typing.cpu[0].toFixed(0)} ms`)
    return { size, lines, selecting, typing, load: os.loadavg()[0] }
  } finally {
    await browser.close()
    await kit.stop()
  }
}

const describe = ({ cpu, wall }) => `median ${median(cpu).toFixed(0)} ms, worst ${Math.max(...cpu).toFixed(0)} ms of the processor; by the clock ${median(wall).toFixed(0)} and ${Math.max(...wall).toFixed(0)} ms`

async function openPage(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1366, height: 900 }, locale: 'zh-CN' })
  await page.goto(address)
  return page
}

/**
 * Milliseconds from a click to the painted frame that shows it, with 500 rows selected over the pages: by the clock, and of the
 * processor for the page's main thread, which what else the machine does changes little.
 */
async function selectRows(browser, url, rows) {
  const page = await openPage(browser, `${url}/page?size=${rows}`)
  const all = page.getByRole('checkbox', { name: '选择本页全部' }).first()
  const first = (name) => page.locator('[data-row]').first().filter({ hasText: name }).waitFor()
  await first('龙井 001')
  for (let at = 1; at <= 500 / rows + 0.5; at += 1) {
    if (at > 1) {
      await page.getByTitle('下一页').click()
      await first(String((at - 1) * rows + 1).padStart(3, '0'))
    }
    await all.click()
  }
  await page.getByRole('status').filter({ hasText: '已选 500 条' }).waitFor()
  await page.locator('.ant-pagination-item-1').click()
  await first('龙井 001')
  const runtime = await page.locator('[data-row]').count()
  await page.evaluate(() => {
    window.painted = []
    document.addEventListener(
      'click',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          // A message that is posted in the frame comes when the frame has been painted.
          port1.onmessage = () => window.painted.push(performance.now() - timeStamp)
          port2.postMessage(0)
        }),
      { capture: true },
    )
  })
  const clicks = async (box, shown) => {
    await page.evaluate(() => (window.painted = []))
    const trace = await traced(browser, page, async () => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        await box.click()
        await page.getByRole('status').filter({ hasText: `已选 ${turn % 2 === 0 ? shown : 500} 条` }).waitFor()
        await page.waitForTimeout(PAUSE_MS)
      }
    })
    const wall = await page.evaluate(() => window.painted)
    const tasks = tasksAfter(trace, 'click')
    if (wall.length !== TURNS || tasks.length !== TURNS) throw new Error(`${wall.length} of ${TURNS} clicks were seen`)
    return { wall, cpu: tasks.map((list, i) => list.filter(({ after }) => after < wall[i]).reduce((sum, { cpu }) => sum + cpu, 0)) }
  }
  const result = { rows, runtime, all: await clicks(all, 500 - rows), one: await clicks(page.getByRole('checkbox', { name: '选择大红袍 002' }), 499) }
  await page.close()
  return result
}

/** The longest task of the page's main thread for each of sixty keys in the middle of forty fields, with the processor throttled. */
async function typeKeys(browser, url) {
  const page = await openPage(browser, `${url}/long`)
  await page.getByRole('button', { name: '打开 40 项表单' }).click()
  const field = page.getByLabel('检测项 21')
  await field.click()
  await page.waitForTimeout(1_000)
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  const trace = await traced(browser, page, async () => {
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press('abcdefghij'[key % 10])
      await page.waitForTimeout(PAUSE_MS)
    }
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const typed = (await field.inputValue()).length
  if (typed !== KEYS) throw new Error(`${typed} of ${KEYS} keys arrived`)
  await page.close()
  const tasks = tasksAfter(trace, 'keydown')
  if (tasks.length !== KEYS) throw new Error(`the trace holds ${tasks.length} of ${KEYS} keys`)
  const longest = (what) => tasks.map((list) => Math.max(0, ...list.map((task) => task[what])))
  return { wall: longest('wall'), cpu: longest('cpu') }
}
