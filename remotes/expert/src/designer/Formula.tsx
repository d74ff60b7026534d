import type { FormDoc } from '@assoc/contract/form/engine/document'
import { isAsked } from '@assoc/contract/form/engine/document'
import { readsOf, type Expression } from '@assoc/contract/form/engine/expression'
import { formulaText, parseFormula } from '@assoc/contract/form/engine/formula'
import { Input, Select } from '@assoc/ui'
import { useId, useRef, useState } from 'react'

interface Props {
  label: string
  doc: FormDoc
  /** The question that it belongs to: columns of its table are read in the same row. */
  owner?: string | undefined
  value: Expression | undefined
  onChange: (tree: Expression | undefined) => string | null
  onSettle: () => void
  hint?: string
}

/** A formula as it is typed, with what is wrong at its place; the document holds the last one that could be read. */
export function FormulaField({ label, doc, owner, value, onChange, onSettle, hint }: Props) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement | null>(null)
  const [typed, setTyped] = useState<{ text: string; of: Expression | undefined; problem: { at: number; message: string } | null } | null>(
    null,
  )
  const written = value === undefined ? '' : `=${formulaText(value, doc)}`
  const own = typed && typed.of === value ? typed : null
  const text = own?.text ?? written
  const problem = own?.problem ?? null

  const change = (next: string) => {
    if (next.trim() === '' || next.trim() === '=') {
      onChange(undefined)
      setTyped({ text: next, of: undefined, problem: null })
      return
    }
    const read = parseFormula(next, doc)
    if ('problem' in read) {
      setTyped({ text: next, of: value, problem: read.problem })
      return
    }
    const refused = onChange(read.tree)
    setTyped({ text: next, of: refused ? value : read.tree, problem: refused ? { at: 0, message: refused } : null })
  }
  const table = owner === undefined ? undefined : doc.questions[owner]?.in
  const insert = (key: string) => {
    const question = doc.questions[key]
    if (!question) return
    const code = question.in
      ? question.in === table
        ? `[@${question.code}]`
        : `[${doc.questions[question.in]?.code ?? ''}.${question.code}]`
      : `[${question.code}]`
    const field = area.current
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length]
    const next = `${text.slice(0, from) || '='}${code}${text.slice(to)}`
    change(next)
    requestAnimationFrame(() => {
      const at = (text.slice(0, from) || '=').length + code.length
      field?.focus()
      field?.setSelectionRange(at, at)
    })
  }
  const read = value === undefined ? [] : readsOf(value)
  return (
    <div className="fd-field fd-formula">
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        id={id}
        ref={(field) => {
          area.current = field?.resizableTextArea?.textArea ?? null
        }}
        value={text}
        autoSize={{ minRows: 2, maxRows: 8 }}
        spellCheck={false}
        placeholder="=IF([income]>0, ROUND([profit]/[income]*100, 2), 0)"
        aria-describedby={problem ? `${id}-fault` : undefined}
        aria-invalid={problem ? true : undefined}
        onChange={(event) => change(event.target.value)}
        onBlur={onSettle}
      />
      {problem ? (
        <div id={`${id}-fault`} className="fd-wrong" role="alert">
          <div>
            第 {problem.at + 1} 个字：{problem.message}
          </div>
          <code>
            {text.slice(Math.max(0, problem.at - 24), problem.at)}
            <mark>{text.slice(problem.at, problem.at + 1) || '▏'}</mark>
            {text.slice(problem.at + 1, problem.at + 24)}
          </code>
        </div>
      ) : null}
      <Select
        size="small"
        aria-label="在公式中插入题目"
        placeholder="插入题目…"
        style={{ width: '100%', marginTop: 4 }}
        value={null}
        showSearch
        options={Object.entries(doc.questions)
          .filter(([key, one]) => key !== owner && (isAsked(one) || one.type === 'calc' || one.type === 'lookup') && !one.retired)
          .map(([key, one]) => ({ value: key, label: `${one.label}（${one.code}）` }))}
        onSelect={(key: string | null) => {
          if (key !== null) insert(key)
        }}
      />
      {read.length > 0 ? (
        <div className="fd-hint">读取：{read.map(({ key }) => doc.questions[key]?.label ?? '已删除的题目').join('、')}</div>
      ) : null}
      {hint ? <div className="fd-hint">{hint}</div> : null}
    </div>
  )
}
