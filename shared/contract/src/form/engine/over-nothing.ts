import { pathText, rowsOf, type AnswerPath } from './answers'
import { decimalOf } from './decimal'
import { readsOf } from './expression'
import type { Run } from './run-types'
import { isEmpty, valueOf } from './values'

/**
 * Whether a calculation came to nought because nothing that it reads is answered yet: in a sum nothing counts as nought, but whoever reads
 * a share of 0.0 % takes it for a figure. It is shown as nothing; what follows from it is computed with the nought.
 */
export function isOverNothing(run: Run, path: AnswerPath): boolean {
  const question = run.doc.questions[path.column ?? path.key]
  if (question?.type !== 'calc' || question.calc === undefined) return false
  const result = run.value(pathText(path))
  if (typeof result !== 'string' || decimalOf(result)?.units !== 0n) return false
  const reads = readsOf(question.calc)
  return reads.length > 0 && reads.every(({ kind, key }) => kind !== 'prev' && isNothing(run, path, key))
}

/** Whether nothing stands at a question that a calculation at a path reads: of a column in its own row, or in all of them. */
function isNothing(run: Run, path: AnswerPath, key: string): boolean {
  const question = run.doc.questions[key]
  if (!question) return true
  const empty = (at: AnswerPath): boolean =>
    question.type === 'calc' ? run.value(pathText(at)) === undefined || isOverNothing(run, at) : isEmpty(valueOf(question, run.value(pathText(at))))
  if (question.in === undefined) return empty({ key })
  const rows = question.in === path.key && path.row !== undefined ? [path.row] : rowsOf(run.value(question.in)).map(({ id }) => id)
  return rows.every((row) => empty({ key: question.in ?? '', row, column: key }))
}
