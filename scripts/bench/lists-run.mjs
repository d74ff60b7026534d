import { median } from './lib/numbers.mjs'
import { countRenders } from './lib/render-counter.mjs'

const TURNS = 5
const SLOWDOWN = 4
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 }

const ROWS = 'tr[data-row]:visible'
const COMPANIES = { group: '会员管理', entry: '公司管理', path: '/memberManage/companyList' }
const OTHERS = [
  { name: 'another list of the same remote', group: '会员管理', entry: '会员列表', path: '/memberManage/memberList' },
  { name: 'first list of another remote', group: '系统管理', entry: '用户管理', path: '/systemManage/user' },
]

/**
 * What first rows and kept tabs may cost: components that are drawn, elements that are made, requests with the calls. No machine changes
 * what is drawn for the rows, so CI watches these instead of milliseconds. Above what is measured there is room for what the shell does by
 * the clock on a busy machine: answers that come one by one are drawn one by one. They may only fall, but for the menu, which is drawn with
 * them and grows with each area. The first step takes all of the home page (1,905 idle; each answer that comes alone on a busy machine is 107 more).
 */
export const COUNT_LIMITS = {
  'login to first rows': { components: 2_250, elements: 1_500, requests: 16 },
  'another list of the same remote': { components: 1_600, elements: 820, requests: 5 },
  'first list of another remote': { components: 1_900, elements: 760, requests: 7 },
  'a kept tab comes to the front': { components: 600, elements: 20, requests: 3 },
  'the same tab once more': { components: 600, elements: 20, requests: 3 },
}

/** What is above its limit, a sentence each. */
export const aboveLimits = (steps) =>
  steps.flatMap((step) => Object.entries(COUNT_LIMITS[step.name] ?? {}).flatMap(([what, limit]) => (step[what] > limit ? [`${step.name}: ${step[what]} of ${limit} ${what}`] : [])))

/** The counts alone, the lesser of two visits with an empty cache to the console at `url`: what is drawn once more by chance is no cost of the code. */
export async function countLists(browser, url, password) {
  const visits = [await oneTurn(browser, url, password, { counting: true }), await oneTurn(browser, url, password, { counting: true })]
  return visits[0].map((step, at) => (visits[1][at].components < step.components ? visits[1][at] : step))
}

/** The same with times: medians of `turns` visits. */
export async function runLists(browser, url, { log, turns = TURNS, password }) {
  const counts = await countLists(browser, url, password)
  const runs = []
  for (let turn = 0; turn < turns; turn += 1) runs.push(await oneTurn(browser, url, password, { counting: false }))
  const steps = runs[0].map(({ name, ...first }, at) => {
    const mid = (what) => median(runs.map((run) => run[at][what]))
    // Steps that draw nothing worth counting are in the timed visits alone.
    const step = { name, ...(counts.find((count) => count.name === name) ?? first), requests: mid('requests'), calls: mid('calls'), bytes: mid('bytes'), ms: mid('ms'), cpuMs: mid('cpuMs'), blockingMs: mid('blockingMs'), longestMs: mid('longestMs'), heapMb: mid('heapMb') }
    log(describe(step))
    return step
  })
  return { turns, steps }
}

const describe = (s) =>
  `${s.name}: ${s.ms.toFixed(0)} ms, ${s.cpuMs.toFixed(0)} ms in tasks, blocking ${s.blockingMs.toFixed(0)}, longest ${s.longestMs.toFixed(0)}; ` +
  `${s.commits === undefined ? '' : `${s.commits} commits, ${s.components} components, ${s.elements} elements (${s.rows} rows, ${s.cells} cells), `}${s.nodes} nodes; ${s.requests} requests (${s.calls} calls), ${(s.bytes / 1000).toFixed(1)} KB; heap ${s.heapMb.toFixed(1)} MB`

/** One visit of a person with an empty cache. `counting` counts what is drawn instead of taking times: counting takes time itself. */
async function oneTurn(browser, url, password, { counting }) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  try {
    const page = await context.newPage()
    if (counting) await page.addInitScript(countRenders)
    // Kept beyond the page: signing in leaves it.
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const kept = JSON.parse(sessionStorage.getItem('bench-tasks') ?? '[]')
        for (const { startTime, duration } of list.getEntries()) kept.push([performance.timeOrigin + startTime, duration])
        sessionStorage.setItem('bench-tasks', JSON.stringify(kept))
      }).observe({ type: 'longtask', buffered: true })
    })
    const client = await context.newCDPSession(page)
    const wire = watchWire(client)
    await client.send('Network.enable')
    await client.send('Performance.enable')
    if (!counting) {
      await client.send('Network.emulateNetworkConditions', NETWORK)
      await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    }
    const steps = []
    const step = async (name, work) => {
      const before = await metrics(client)
      const drawn = counting ? await page.evaluate(() => ({ ...window.drawn })) : null
      const origin = await page.evaluate(() => performance.timeOrigin)
      wire.begin()
      const ms = await work()
      const sum = wire.sum()
      const end = Date.now()
      await wire.quiet()
      const after = await metrics(client)
      const left = (await page.evaluate(() => performance.timeOrigin)) !== origin
      const now = counting ? await page.evaluate(() => ({ ...window.drawn })) : {}
      const from = end - ms
      const tasks = (await page.evaluate(() => JSON.parse(sessionStorage.getItem('bench-tasks') ?? '[]'))).filter(([at, length]) => at + length > from && at < end).map(([, length]) => length)
      steps.push({
        name,
        ms,
        // A page that was left has taken its times with it.
        cpuMs: after.TaskDuration - (left ? 0 : before.TaskDuration),
        nodes: after.Nodes,
        blockingMs: tasks.reduce((all, length) => all + Math.max(0, length - 50), 0),
        longestMs: Math.max(0, ...tasks),
        heapMb: await heap(client),
        ...sum,
        ...Object.fromEntries(Object.entries(now).map(([key, value]) => [key, value - (left ? 0 : (drawn?.[key] ?? 0))])),
      })
    }
    const toLogin = async () => {
      await page.goto(`${url}/login`, { waitUntil: 'commit' })
      // By the page's own clock, from the press of Enter to the frame in which the field can be typed into.
      await page.getByLabel('密码', { exact: true }).waitFor()
      await painted(page)
      return page.evaluate(() => performance.now())
    }
    if (counting) await toLogin()
    else await step('login page usable', toLogin)
    await page.getByLabel('账号').fill('admin')
    await page.getByLabel('密码', { exact: true }).fill(password)
    // The console's files come while the person types.
    await wire.quiet()

    // From the press of the button to the painted rows of a list: the way a person goes.
    await step('login to first rows', async () => {
      const button = page.getByRole('button', { name: '登 录' })
      const begin = performance.now()
      await button.click()
      await page.waitForURL(`${url}/`, { waitUntil: 'commit' })
      // How much of the home page is drawn before the press depends on the machine; counts take all of it.
      if (counting) await settled(page, wire)
      await open(page, COMPANIES)
      return performance.now() - begin
    })
    for (const list of OTHERS) {
      await unfold(page, list)
      await wire.quiet()
      await step(list.name, () => clicked(page, item(page, list.entry), list))
    }
    for (const name of ['a kept tab comes to the front', 'the same tab once more']) {
      await step(name, () => clicked(page, page.getByRole('tab', { name: COMPANIES.entry }), COMPANIES))
      await clicked(page, page.getByRole('tab', { name: OTHERS[1].entry }), OTHERS[1])
      await wire.quiet()
    }
    if (!counting) {
      const all = await selectMany(page, url, wire)
      await step('a page of 200 rows, 500 selected', () => pressed(page, all))
    }
    return steps
  } finally {
    await context.close()
  }
}

const menu = (page) => page.getByRole('navigation', { name: '主菜单' })
const item = (page, name) => menu(page).getByRole('menuitem', { name: new RegExp(`${name}$`) }).first()

async function unfold(page, { group, entry }) {
  if (await item(page, entry).isVisible()) return
  await item(page, group).click()
  await item(page, entry).waitFor()
}

async function settled(page, wire) {
  await item(page, COMPANIES.group).waitFor()
  await wire.quiet()
  await painted(page)
}

async function open(page, list) {
  await item(page, list.group).waitFor()
  await unfold(page, list)
  await item(page, list.entry).click()
  await page.locator(ROWS).first().waitFor()
  await painted(page)
}

/** Milliseconds from a press to the frame that shows rows at this address, by the page's own clock. */
async function clicked(page, target, { entry, path }) {
  await page.evaluate(
    ([path, title]) => {
      window.shownRows = new Promise((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              const there = location.pathname === path && [...document.querySelectorAll(`section[aria-label="${title}"] tr[data-row]`)].some((row) => row.checkVisibility())
              if (!there) return requestAnimationFrame(look)
              const { port1, port2 } = new MessageChannel()
              port1.onmessage = () => resolve(performance.now() - timeStamp)
              requestAnimationFrame(() => port2.postMessage(0))
            }
            look()
          },
          { capture: true, once: true },
        )
      })
    },
    [path, entry],
  )
  await target.click()
  return page.evaluate(() => window.shownRows)
}

/** Selects three pages of 200 companies and goes back to the first; answers the box that leaves its 200 out again. */
async function selectMany(page, url, wire) {
  await page.goto(`${url}${COMPANIES.path}?size=200`)
  const all = page.getByRole('checkbox', { name: '选择本页全部' }).first()
  for (let at = 1; at <= 3; at += 1) {
    if (at > 1) {
      await page.getByTitle('下一页').click()
      await wire.quiet()
    }
    await page.locator(ROWS).first().waitFor()
    await all.click()
    await page.getByRole('status').filter({ hasText: `已选 ${(at * 200).toLocaleString('zh-CN')} 条` }).waitFor()
  }
  await page.locator('.ant-pagination-item-1').click()
  await wire.quiet()
  return all
}

/** Milliseconds from a press to the frame that is painted after it, by the page's own clock. */
async function pressed(page, target) {
  await page.evaluate(() => {
    window.shownPress = new Promise((resolve) => {
      addEventListener(
        'click',
        ({ timeStamp }) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - timeStamp)
            port2.postMessage(0)
          }),
        { capture: true, once: true },
      )
    })
  })
  await target.click()
  return page.evaluate(() => window.shownPress)
}

const painted = (page) =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done(null)
          port2.postMessage(0)
        }),
      ),
  )

async function metrics(client) {
  const { metrics: list } = await client.send('Performance.getMetrics')
  const value = (name) => list.find((m) => m.name === name)?.value ?? 0
  return { TaskDuration: value('TaskDuration') * 1000, Nodes: value('Nodes') }
}

async function heap(client) {
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

const QUIET_MS = 700
const QUIET_AT_LATEST_MS = 20_000
// Fetched when rows stand there and the browser is idle, so in the step or behind it; that no list needs them before is the size budget's to hold.
const BEHIND_ROWS = /\/assets\/ui-(?:form|controls)\./

/** Requests and pressed bytes from `begin()` on, those for the captcha left out. */
function watchWire(client) {
  const all = new Map()
  const waiting = new Set()
  let counted = []
  let last = performance.now()
  client.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (/^(data|blob):/.test(request.url) || type === 'Preflight') return
    last = performance.now()
    const entry = { url: request.url, bytes: 0, cached: false }
    waiting.add(requestId)
    all.set(requestId, entry)
    counted.push(entry)
  })
  const cached = (requestId) => {
    const entry = all.get(requestId)
    if (entry) entry.cached = true
  }
  client.on('Network.requestServedFromCache', ({ requestId }) => cached(requestId))
  client.on('Network.responseReceived', ({ requestId, response }) => (response.fromDiskCache || response.fromPrefetchCache) && cached(requestId))
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const entry = all.get(requestId)
    if (entry) entry.bytes += encodedDataLength
  })
  const done = ({ requestId }) => {
    last = performance.now()
    waiting.delete(requestId)
  }
  client.on('Network.loadingFinished', done)
  client.on('Network.loadingFailed', done)
  return {
    begin: () => (counted = []),
    // What never ends, such as a request of a page that was left, is not waited for without end: it was counted when it was sent.
    async quiet() {
      const latest = performance.now() + QUIET_AT_LATEST_MS
      while (performance.now() < latest && (waiting.size > 0 || performance.now() - last < QUIET_MS)) await new Promise((resolve) => setTimeout(resolve, 50))
    },
    sum() {
      const sent = counted.filter(({ cached: from, url }) => !from && !/\/captcha\//.test(url) && !BEHIND_ROWS.test(url))
      return { requests: sent.length, calls: sent.filter(({ url }) => url.includes('/capcoapi/')).length, bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0) }
    },
  }
}
