import { pathOf, whyKey, type Answer } from '@assoc/contract/form/engine/answers'
import { isAsked, type Question as Asked } from '@assoc/contract/form/engine/document'
import { isFileQuestion } from '@assoc/contract/form/engine/files'
import { answerText } from '@assoc/contract/form/engine/display'
import { useId, useState } from 'react'
import { Input } from '../shell'
import { RichView } from '../rich/RichView'
import { Answered } from './Answered'
import { useSheet } from './context'
import { Repeat } from './Repeat'
import { elementId, useVersion } from './store'

/** A question of the form with its label, help, answer and fault. It draws itself again when its own answer or state changes. */
export function Question({ path, span, numbered = true }: { path: string; span?: number | undefined; numbered?: boolean }) {
  const { sheet, mode, marks } = useSheet()
  useVersion(sheet, path)
  const base = useId()
  const question = sheet.run.doc.questions[path]
  if (!question || !sheet.run.visible(path)) return null
  const label = sheet.run.label(path)
  const number = numbered ? sheet.numberOf(path) : undefined
  const style = span && span > 1 ? { gridColumn: `span ${span}` } : {}
  if (question.type === 'note') {
    return (
      <div className="fs-q" id={elementId(path)} style={style}>
        <div className="fs-label">{label}</div>
        {question.note ? <RichView value={question.note} /> : null}
      </div>
    )
  }
  const fault = sheet.faultAt(path)
  const notes = [question.help ? `${base}-help` : '', fault ? `${base}-fault` : ''].filter(Boolean).join(' ') || undefined
  return (
    <div className="fs-q" id={elementId(path)} style={style}>
      <div className="fs-label">
        {number === undefined ? null : <span className="fs-no">{number}.</span>}
        <span>{label}</span>
        {sheet.run.required(path) && !marks.locked?.(path) ? (
          <span className="fs-must" title="必填" aria-hidden>
            *
          </span>
        ) : null}
        {mode === 'fill' ? <Why path={path} question={question} /> : null}
      </div>
      {question.help ? (
        <div className="fs-help" id={`${base}-help`}>
          {question.help}
        </div>
      ) : null}
      {question.type === 'repeat' ? (
        <Repeat path={path} question={question} />
      ) : (
        <Answered path={{ key: path }} question={question} name={label} describedBy={notes} />
      )}
      {fault ? (
        <div className="fs-fault" id={`${base}-fault`} role="alert">
          {fault}
        </div>
      ) : null}
      {marks.at?.(path)}
      {mode === 'fill' && !marks.locked?.(path) ? <Before path={path} question={question} /> : null}
    </div>
  )
}

/** Why a question is shown or has to be answered, by the answers that made it so. */
function Why({ path, question }: { path: string; question: Asked }) {
  const { sheet } = useSheet()
  const [open, setOpen] = useState(false)
  const shown = question.visibleIf !== undefined
  const asked = question.requiredIf !== undefined && sheet.run.required(path)
  if (!shown && !asked) return null
  const reasons = [...sheet.run.why(path, 'visible'), ...(asked ? sheet.run.why(path, 'required') : [])]
  return (
    <span>
      <button
        type="button"
        className="fs-link"
        style={{ fontSize: 13, fontWeight: 400 }}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {shown ? '为什么显示' : '为什么必填'}
      </button>
      {open ? (
        <ul className="fs-why">
          {reasons.map((one) => (
            <li key={one.path}>
              {one.label}：{one.answer}
            </li>
          ))}
        </ul>
      ) : null}
    </span>
  )
}

/** The answer of the period before, to be taken over, and the reason where the new one differs too much. */
function Before({ path, question }: { path: string; question: Asked }) {
  const { sheet } = useSheet()
  const before: Answer | undefined = sheet.previous[path]
  const why = sheet.run.answers()[whyKey(path)]
  const asks = sheet.run.deviates(path)
  if ((before === undefined && !asks) || !isAsked(question) || question.type === 'repeat') return null
  const read = pathOf(path)
  return (
    <div className="fs-before">
      {before === undefined ? null : (
        <>
          <span>上期：{answerText(question, before) || '未填写'}</span>
          {read && sheet.run.value(path) === undefined && !isFileQuestion(question) ? (
            <button type="button" className="fs-link" onClick={() => sheet.set(read, before)}>
              填入
            </button>
          ) : null}
        </>
      )}
      {asks ? (
        <Input
          aria-label={`${sheet.run.label(path)}：与上期差异的原因`}
          placeholder="与上期差异的原因"
          style={{ maxWidth: 360 }}
          value={typeof why === 'string' ? why : ''}
          onChange={(e) => sheet.set({ key: whyKey(path) }, e.target.value || undefined)}
          onBlur={() => sheet.check(path)}
        />
      ) : null}
    </div>
  )
}
