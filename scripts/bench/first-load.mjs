import { build } from '../build.mjs'
import { findChromium } from '../lib/chromium.mjs'
import { startConsole } from './lib/console.mjs'
import { PASSWORD } from './lib/installation.mjs'

const QUIET_MS = 1_500
const CAPTCHA = /\/captcha\//

/**
 * Requests and bytes as they came over the wire, in Chromium: the cold login page, from there through the first rows of a
 * remote's list, the first view of a further remote, the next view of the same one.
 */
export async function measureFirstLoad({ log }) {
  await build({ log })
  const server = await startConsole()
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath: findChromium({ log }), args: ['--no-sandbox', '--disable-background-networking'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    // The moment from which the form can be typed into; what goes out later is fetched while the person types.
    await page.addInitScript(() => {
      new MutationObserver((_records, observer) => {
        if (!document.querySelector('input[type=password]')) return
        window.typable = Date.now()
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    const wire = await watch(page)
    const steps = []
    const step = async (name, work) => {
      wire.begin()
      const begin = performance.now()
      await work()
      const ms = performance.now() - begin
      await wire.quiet()
      steps.push({ name, ms, ...wire.sum() })
      const { requests, calls, bytes } = steps.at(-1)
      log(`${name}: ${requests} requests (${calls} calls), ${(bytes / 1000).toFixed(1)} KB, ${ms.toFixed(0)} ms`)
      return steps.at(-1)
    }

    const login = await step('cold login page', async () => {
      await page.goto(`${server.url}/login`, { waitUntil: 'commit' })
      await page.getByLabel('账号').waitFor()
      wire.split(await page.evaluate(() => window.typable))
    })
    await step('console and first rows', async () => {
      await page.getByLabel('账号').fill('admin')
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: '登 录' }).click()
      await page.waitForURL(`${server.url}/`)
      await open(page, '/memberManage/companyList')
      // What comes behind the rows, when the browser is idle, is on nobody's way to them.
      wire.split(Date.now())
    })
    wire.split(Infinity)
    await step('first view of a further remote', () => open(page, '/systemManage/user'))
    await step('next view of the same remote', () => open(page, '/systemManage/role'))
    const [, rows] = steps
    const all = { requests: login.requests + rows.requests, calls: login.calls + rows.calls, bytes: login.bytes + rows.bytes, wire: login.wire + rows.wire }
    return { steps, all }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Opens a view by its menu entry, as a person does, and waits for its rows. */
async function open(page, address) {
  const link = page.locator(`a[href="${address}"]`).first()
  if (!(await link.isVisible().catch(() => false))) {
    const name = { '/memberManage/companyList': '会员管理', '/systemManage/user': '系统管理', '/systemManage/role': '系统管理' }[address]
    await page.getByRole('menuitem', { name }).first().click()
  }
  await link.click()
  await page.locator(`.ant-table-tbody tr[data-row-key]:visible, [role=tabpanel] .ant-table-tbody tr[data-row-key]:visible`).first().waitFor()
}

/** Counts by the browser's own protocol: every request that went out, and the bytes that came back as they were encoded. */
async function watch(page) {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const all = new Map()
  const waiting = new Set()
  let from = 0
  let until = Infinity
  let last = performance.now()
  client.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
    last = performance.now()
    if (/^(data|blob):/.test(request.url) || type === 'Preflight') return
    waiting.add(requestId)
    all.set(requestId, { url: request.url, bytes: 0, wire: 0, time: wallTime * 1000 })
  })
  client.on('Network.requestServedFromCache', ({ requestId }) => all.delete(requestId))
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) all.delete(requestId)
  })
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const entry = all.get(requestId)
    if (entry) entry.bytes += encodedDataLength
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    last = performance.now()
    waiting.delete(requestId)
    const entry = all.get(requestId)
    if (entry) entry.wire = encodedDataLength
  })
  client.on('Network.loadingFailed', ({ requestId }) => waiting.delete(requestId))
  return {
    /** A step counts what goes out from the end of the one before. */
    begin() {
      from = until === Infinity ? Date.now() : until
      until = Infinity
    },
    split: (time) => (until = time),
    async quiet() {
      while (waiting.size > 0 || performance.now() - last < QUIET_MS) await new Promise((done) => setTimeout(done, 50))
    },
    sum() {
      const counted = [...all.values()].filter(({ url, time }) => time >= from && time < until && !CAPTCHA.test(url))
      return {
        requests: counted.length,
        calls: counted.filter(({ url }) => url.includes('/capcoapi/')).length,
        // As pressed; `wire` has the headers too.
        bytes: counted.reduce((sum, one) => sum + one.bytes, 0),
        wire: counted.reduce((sum, one) => sum + one.wire, 0),
        list: counted.map(({ url, bytes }) => ({ path: new URL(url).pathname, bytes })),
      }
    },
  }
}
