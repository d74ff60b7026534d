/** What the browser did while `work` ran, as its own trace tells it. */
export async function traced(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await work()
  return JSON.parse(String(await browser.stopTracing())).traceEvents
}

/**
 * The tasks of the page's main thread from each event of a kind (`click`, `keydown`) to the next one:
 * `[[{ after, wall, cpu }]]`, in milliseconds. `after` is when the task began, counted from the event; the task that holds the
 * event began before it. `wall` is what it took by the clock, `cpu` what it took of the processor.
 */
export function tasksAfter(events, type) {
  const begun = events.filter((e) => e.name === 'EventDispatch' && e.args?.data?.type === type).sort((a, b) => a.ts - b.ts)
  if (begun.length === 0) return []
  const [{ pid, tid }] = begun
  const tasks = events.filter((e) => e.pid === pid && e.tid === tid && e.ph === 'X' && e.name === 'ThreadControllerImpl::RunTask').sort((a, b) => a.ts - b.ts)
  return begun.map(({ ts }, i) => {
    const holder = (time) => tasks.find((task) => task.ts <= time && task.ts + task.dur > time)?.ts ?? time
    const [from, to] = [holder(ts), begun[i + 1] ? holder(begun[i + 1].ts) : Infinity]
    return tasks.filter((task) => task.ts >= from && task.ts < to).map((task) => ({ after: (task.ts - ts) / 1000, wall: task.dur / 1000, cpu: (task.tdur ?? task.dur) / 1000 }))
  })
}
