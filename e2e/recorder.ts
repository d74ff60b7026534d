import type { BrowserContext, Page } from 'playwright-core'

/** Events of a page that are kept, and those that are told when a journey fails. */
const KEPT = 200
const TOLD = 40

interface Seen {
  page: Page
  calls: string[]
}
const seen = new Set<Seen>()

// Runs in the page. Only listens: nothing of the page behaves otherwise for it.
function listen(kept: number): void {
  const events: string[] = []
  Object.assign(window, { journeyEvents: events })
  const note = (text: string) => {
    events.push(`${Date.now()} ${text}`)
    if (events.length > kept) events.shift()
  }
  const named = (target: EventTarget | null) => (target instanceof Element ? `${target.tagName.toLowerCase()} "${(target.textContent ?? '').trim().slice(0, 20)}"` : String(target))
  for (const kind of ['pointerdown', 'pointerup', 'pointercancel', 'click'] as const)
    window.addEventListener(kind, (e) => note(`${kind} at ${Math.round(e.clientX)},${Math.round(e.clientY)} on ${named(e.target)}`), { capture: true, passive: true })
  window.addEventListener('keydown', (e) => note(`keydown ${e.key.length === 1 ? 'a character' : e.key} on ${named(e.target)}`), { capture: true, passive: true })
  window.addEventListener('focusin', (e) => note(`focus on ${named(e.target)}`), { capture: true, passive: true })
}

/** Keeps what happens in a person's pages, so that a journey that fails can tell it. */
export async function recordPages(context: BrowserContext, page: Page): Promise<void> {
  await context.addInitScript(listen, KEPT)
  const record: Seen = { page, calls: [] }
  seen.add(record)
  const note = (text: string) => {
    record.calls.push(`${Date.now()} ${text}`)
    if (record.calls.length > KEPT) record.calls.shift()
  }
  page.on('request', (request) => request.resourceType() === 'fetch' || request.resourceType() === 'xhr' ? note(`asked ${new URL(request.url()).pathname}`) : undefined)
  page.on('requestfinished', (request) => request.resourceType() === 'fetch' || request.resourceType() === 'xhr' ? note(`answered ${new URL(request.url()).pathname}`) : undefined)
  page.on('requestfailed', (request) => note(`failed ${new URL(request.url()).pathname} ${request.failure()?.errorText ?? ''}`))
  page.on('framenavigated', (frame) => note(`address ${frame.url()}`))
  page.on('close', () => seen.delete(record))
}

/** The last of what happened in the pages that are open, in the order of time. */
export async function tellOfPages(): Promise<string> {
  const told: string[] = []
  for (const { page, calls } of seen) {
    const events = await page.evaluate(() => (window as { journeyEvents?: string[] }).journeyEvents ?? []).catch(() => [])
    told.push(`${page.url()}\n${[...events, ...calls].sort().slice(-TOLD).map((line) => `  ${line}`).join('\n')}`)
  }
  return told.join('\n')
}
