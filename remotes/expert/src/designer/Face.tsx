import { LOOKUP_PATHS, MONEY_UNITS, TEXT_FORMATS, type FormDoc, type Question } from '@assoc/contract/form/engine/document'
import { formulaText } from '@assoc/contract/form/engine/formula'
import { conditionText } from '@assoc/contract/form/engine/sentence'
import { memo, type CSSProperties, type MouseEvent } from 'react'
import { quotedLabel } from './document-parts'
import { useAttached, type Attach } from './use-drag'

interface FaceProps {
  question: Question
  doc: FormDoc
  span: number
}

/** A question as it will look, drawn and not filled in: hundreds of real fields would make every key slow. */
export function Face({ question, doc }: Omit<FaceProps, 'span'>) {
  const { type, help, visibleIf, requiredIf } = question
  return (
    <>
      <div className="fd-ask">
        <span>{quotedLabel(doc, question.label)}</span>
        {question.required ? <span className="fd-must">*</span> : null}
      </div>
      {help ? <div className="fd-tell">{help}</div> : null}
      <div aria-hidden="true">{type === 'note' ? null : <Control question={question} doc={doc} />}</div>
      {visibleIf === undefined ? null : <span className="fd-when">当{conditionText(visibleIf, doc)}时显示</span>}
      {requiredIf === undefined ? null : <span className="fd-when">当{conditionText(requiredIf, doc)}时必填</span>}
    </>
  )
}

function Control({ question, doc }: { question: Question; doc: FormDoc }) {
  const { type, options = [], items = [], columns = [], fixedRows = [], unit } = question
  const offered = options.filter((one) => !one.retired)
  switch (type) {
    case 'radio':
    case 'checkbox':
      return offered.length === 0 ? (
        <div className="fd-tell">还没有选项</div>
      ) : (
        <ul className="fd-options" data-round={type === 'radio'}>
          {offered.slice(0, 12).map((one) => (
            <li key={one.value}>
              {one.label}
              {one.other ? ' ______' : ''}
            </li>
          ))}
          {offered.length > 12 ? <li>… 共 {offered.length} 项</li> : null}
        </ul>
      )
    case 'matrix':
      return (
        <table className="fd-grid">
          <thead>
            <tr>
              <td aria-hidden="true">&nbsp;</td>
              {offered.slice(0, 8).map((one) => (
                <th key={one.value}>{one.label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.slice(0, 6).map((one) => (
              <tr key={one.value}>
                <th>{one.label}</th>
                {offered.slice(0, 8).map((option) => (
                  <td key={option.value}>{question.multiple ? '☐' : '○'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
    case 'repeat':
      return columns.length === 0 ? (
        <div className="fd-tell">还没有列</div>
      ) : (
        <table className="fd-grid">
          <thead>
            <tr>
              {columns.map((key) => (
                <th key={key}>{doc.questions[key]?.label ?? ''}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(fixedRows.length > 0 ? fixedRows.slice(0, 6).map((row) => row.label) : ['']).map((label, at) => (
              <tr key={fixedRows[at]?.value ?? 'first'}>
                {columns.map((key, i) => (
                  <td key={key}>{i === 0 ? label : ''}&nbsp;</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
    case 'textarea':
      return <div className="fd-box" data-tall="true" />
    case 'rating':
      return <div style={{ marginTop: 6, letterSpacing: 4 }}>{'☆'.repeat(Math.min(10, Number(question.max ?? 5) || 5))}</div>
    case 'calc':
      return (
        <div className="fd-box" data-told="true">
          <span>{question.calc === undefined ? '还没有公式' : `=${formulaText(question.calc, doc)}`}</span>
          <span>{unit}</span>
        </div>
      )
    case 'lookup':
      return (
        <div className="fd-box" data-told="true">
          {question.lookup ? `自动带出：${LOOKUP_PATHS[question.lookup]}` : '还没有选择登记项'}
        </div>
      )
    case 'file':
    case 'image':
    case 'signature':
      return (
        <div className="fd-box" data-told="true">
          {type === 'signature' ? '在此签名' : type === 'image' ? '上传图片' : '上传文件'}
        </div>
      )
    default:
      return (
        <div className="fd-box">
          <span>{hintOf(question)}</span>
          <span>
            {type === 'money' ? MONEY_UNITS[unit === 'wan' ? 'wan' : 'yuan'] : type === 'select' || type === 'region' ? '▾' : unit}
          </span>
        </div>
      )
  }
}

function hintOf({ type, format, mask, min, max, options = [] }: Question): string {
  if (type === 'select')
    return (
      options
        .filter((one) => !one.retired)
        .map((one) => one.label)
        .slice(0, 6)
        .join(' / ') || '还没有选项'
    )
  if (type === 'region') return '省 / 市 / 区县'
  if (type === 'date') return '年-月-日'
  if (type === 'range') return '开始日期 — 结束日期'
  if (format) return TEXT_FORMATS[format]
  if (mask) return mask
  if (type === 'number' || type === 'money')
    return min !== undefined && max !== undefined
      ? `${min} 至 ${max}`
      : min !== undefined
        ? `不小于 ${min}`
        : max !== undefined
          ? `不大于 ${max}`
          : ''
  return ''
}

interface CardProps extends FaceProps {
  id: string
  questionKey: string
  selected: boolean
  at: boolean
  onPress: (key: string, event: MouseEvent) => void
  onAttach: Attach
  onRename: (key: string) => void
}

/** A question on the canvas. The document counts for its labels alone: what has not changed is not drawn again. */
export const Card = memo(
  function Card({ id, questionKey, question, doc, span, selected, at, onPress, onAttach, onRename }: CardProps) {
    const ref = useAttached(onAttach, questionKey)
    return (
      // The list that it stands in has the focus and the keys.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        ref={ref}
        id={id}
        role="option"
        aria-selected={selected}
        className="fd-face"
        data-at={at}
        data-off={question.retired === true}
        style={{ gridColumn: `span ${span}` } as CSSProperties}
        onClick={(event) => onPress(questionKey, event)}
        onDoubleClick={() => onRename(questionKey)}
      >
        <Face question={question} doc={doc} />
      </div>
    )
  },
  (before, after) =>
    before.question === after.question &&
    before.selected === after.selected &&
    before.at === after.at &&
    before.span === after.span &&
    before.onPress === after.onPress &&
    (before.doc === after.doc || !readsOthers(after.question)),
)

/** Whether what is drawn of a question tells of others. */
const readsOthers = (question: Question): boolean =>
  question.visibleIf !== undefined ||
  question.requiredIf !== undefined ||
  question.calc !== undefined ||
  question.columns !== undefined ||
  question.label.includes('{{')
