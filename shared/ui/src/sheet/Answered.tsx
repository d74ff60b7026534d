import { answerAt, type AnswerPath } from '@assoc/contract/form/engine/answers'
import { isAsked, type Question as Asked } from '@assoc/contract/form/engine/document'
import { isOverNothing } from '@assoc/contract/form/engine/over-nothing'
import { answerText } from '@assoc/contract/form/engine/display'
import { useId } from 'react'
import { useSheet } from './context'
import { Control, otherPath } from './Control'
import { PrintedAnswer } from './PrintedAnswer'

/** Pause between leaving a field and looking at it, ms. */
const CHECK_PAUSE = 200

export interface AnsweredProps {
  path: AnswerPath
  question: Asked
  name: string
  describedBy?: string | undefined
  compact?: boolean
}

/** The answer itself: a control while the form is filled in, words where it is read or printed. */
export function Answered({ path, question, name, describedBy, compact = false }: AnsweredProps) {
  const { sheet, mode, files, marks, places } = useSheet()
  const id = useId()
  const text = path.column === undefined ? path.key : `${path.key}/${path.row ?? ''}/${path.column}`
  const value = isOverNothing(sheet.run, path) ? undefined : sheet.run.value(text)
  const other = answerAt(sheet.run.answers(), otherPath(path))
  const words = typeof other === 'string' ? other : ''
  if (mode !== 'fill' || marks.locked?.(text)) return <PrintedAnswer question={question} value={value} other={words} blank={mode === 'print'} line={!compact} reads={files !== undefined} />
  if (!isAsked(question)) {
    return (
      <output className="fs-told" aria-label={name} style={{ display: 'block' }}>
        {answerText(question, value) || '—'}
      </output>
    )
  }
  return (
    <Control
      id={id}
      question={question}
      name={name}
      path={path}
      value={value}
      other={words}
      onChange={(next) => sheet.set(path, next)}
      onOther={(next) => sheet.set(otherPath(path), next)}
      // A fault that appears between pressing and letting go would move away what is pressed.
      onLeave={() => void setTimeout(() => sheet.check(text), CHECK_PAUSE)}
      describedBy={describedBy}
      invalid={sheet.faultAt(text) !== undefined}
      required={sheet.run.required(text)}
      disabled={false}
      files={files}
      places={path.column === undefined ? places.filter((one) => one.questionKey === path.key) : []}
      compact={compact}
    />
  )
}
