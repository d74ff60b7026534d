import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

// What Playwright starts Chromium with, as far as it matters to pages without a window; and nothing that would ask the network for anything.
const ARGS = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-field-trial-config',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-sync',
  '--allow-pre-commit-input',
  '--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,OptimizationHints,NetworkTimeServiceQuerying',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--password-store=basic',
  '--lang=zh-CN',
]

interface Kept {
  keeper: ChildProcess
  url: string
}
/** The files of a worker share this module (scripts/jest/shared-modules.mjs), and so one Chromium; the worker's end is its end. */
let kept: Kept | undefined

async function start(more: readonly string[] = []): Promise<Kept> {
  const program = process.env['CHROMIUM_PATH']
  if (!program) throw new Error('Run the journeys with npm test: it starts a database and finds a browser.')
  const keeper = fork(join(process.cwd(), 'e2e/browser-process.mjs'), [JSON.stringify({ program, args: [...ARGS, ...more] })], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const url = await new Promise<string>((resolve, reject) => {
    keeper.once('message', (message) => {
      const { url: at, error } = message as { url?: string; error?: string }
      if (at) resolve(at)
      else reject(new Error(error))
    })
    keeper.once('exit', (code) => reject(new Error(`who keeps Chromium ended with ${code}`)))
  })
  keeper.once('exit', () => kept?.keeper === keeper && (kept = undefined))
  // A worker that has nothing else to do may end.
  keeper.unref()
  keeper.channel?.unref()
  return { keeper, url }
}

/** A browser of this file: its contexts end when it is closed; Chromium itself stays for the next file. */
export async function openBrowser(): Promise<Browser> {
  kept ??= await start()
  return chromium.connectOverCDP(kept.url, { isLocal: true })
}

/** A Chromium that is started in another way, such as with a camera, for one file; `end` ends it. */
export async function openOwnBrowser(more: readonly string[]): Promise<{ browser: Browser; end: () => void }> {
  const own = await start(more)
  const browser = await chromium.connectOverCDP(own.url, { isLocal: true })
  return { browser, end: () => own.keeper.disconnect() }
}
