import { build } from '../build.mjs'
import { findChromium } from '../lib/chromium.mjs'
import { startConsole } from './lib/console.mjs'
import { PASSWORD } from './lib/installation.mjs'
import { runLists } from './lists-run.mjs'

/** What ant-design-pro took in the same manner on another machine: a quarter of the processor, 10 Mbit/s, 40 ms. */
export const PEER = { loginMs: 2_898, rowsMs: 5_836, blockingMs: 2_051, anotherMs: 1_173 }

/** Login page, login to rows, other lists, kept tabs, many rows selected, in Chromium on a slow machine and line: medians of five, and counts that no machine changes. */
export async function measureLists({ log }) {
  await build({ log })
  const server = await startConsole()
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath: findChromium({ log }), args: ['--no-sandbox', '--disable-background-networking', '--enable-precise-memory-info'] })
  try {
    return await runLists(browser, server.url, { log, password: PASSWORD })
  } finally {
    await browser.close()
    await server.stop()
  }
}
