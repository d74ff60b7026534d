import type { Call } from '@assoc/contract'
import { toasts } from '@assoc/session'
import { undos } from '../../shell/undo'
import { BatchRun, type Changed } from './batch-run'
import type { Step } from './resource-steps'

/** More rows than these are not taken back within some seconds: who moved so many has thought about it. */
export const UNDO_MOST = 500

export interface BatchUndo {
  /** The verb that leads straight back from a step, by the status before it; null where none does. */
  by: (verb: string, from: string) => string | null
  steps: readonly Step[]
}

/** The one verb that takes all of these rows back; null where there is none for one of them, or not the same for all. */
function wayBack(changed: readonly Changed[], verb: string, { by, steps }: BatchUndo): Step | null {
  const ways = new Set(changed.map(({ from }) => by(verb, from)))
  const [only] = ways
  return (ways.size === 1 && steps.find((step) => step.verb === only && step.permitted && !step.single)) || null
}

/**
 * Offers for some seconds to take a batch back, where its step leads straight back: an ordinary batch over the versions that the first one
 * made, so that what somebody has changed since stays, and is told.
 */
export function offerBatchUndo(call: Call, what: string, step: Step, changed: readonly Changed[], undo: BatchUndo, onDone: () => void): void {
  if (changed.length === 0 || changed.length > UNDO_MOST) return
  const back = wayBack(changed, step.verb, undo)
  if (!back) return
  const count = (n: number) => `${n.toLocaleString('zh-CN')} 条${what}`
  undos.offer(`刚才批量${step.label}了 ${count(changed.length)}`, async () => {
    const run = new BatchRun(call, back.verb, { ids: changed.map(({ id }) => id), versions: changed.map(({ version }) => version) })
    await run.run('')
    if (run.done > 0) toasts.success(`${count(run.done)}：已${back.label}`)
    const [first] = run.failed
    if (run.error) toasts.error(`${count(run.total - run.done)}没有撤销：${run.error}`)
    else if (first) toasts.error(`${count(run.failed.length)}没有撤销：${first.name} ${first.message}`)
    onDone()
  })
}
