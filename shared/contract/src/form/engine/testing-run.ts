import { type Answer, type AnswerPath, type Answers } from './answers'
import { type FormDoc } from './document'
import { startRun, type Run } from './run'

// What a filled-in form says, for tests that compare; without the generator, so that a browser can run it as well.

export const context = { today: '2026-03-02', previous: { qa: '7' } as Answers }
export const started: Answers = {
  t1: [
    { id: 'r1', cells: { ca: '1', cb: 100 } },
    { id: 'r2', cells: { ca: '2', cb: 50 } },
  ],
}
/** An answer; of a table its rows alone, for cells have paths of their own. */
export const said = (value: Answer | undefined) =>
  Array.isArray(value) ? value.map((one) => (typeof one === 'object' && 'cells' in one ? one.id : one)) : value
export const everything = [
  'qa',
  'qb',
  'qc',
  'k1',
  'k2',
  't1',
  's2',
  ...['r1', 'r2', 'r3'].flatMap((row) => ['ca', 'cb', 'k3'].map((column) => `t1/${row}/${column}`)),
]


/** All that a filled-in form says: of each path whether it is shown, required and what it holds, what would be handed in, and the faults. */
export const stateOf = (run: Run) => ({
  paths: everything.map((path) => [path, run.visible(path), run.required(path), said(run.value(path)) ?? null]),
  submission: run.submission(),
  faults: run.faults(true),
})

/** The same after these steps of filling in. */
export function stateAfter(doc: FormDoc, steps: readonly (readonly [AnswerPath, Answer | undefined])[]): ReturnType<typeof stateOf> {
  const run = startRun(doc, started, context)
  for (const [path, value] of steps) run.set(path, value)
  return stateOf(run)
}
