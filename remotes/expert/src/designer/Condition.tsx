import { isChosen, orderOf, type FormDoc, type Question } from '@assoc/contract/form/engine/document'
import type { Constant, Expression } from '@assoc/contract/form/engine/expression'
import { decimalOf } from '@assoc/contract/form/engine/decimal'
import {
  clausesOf,
  COMPARISONS,
  comparisonsOf,
  conditionText,
  treeOfClauses,
  type Clause,
  type Clauses,
  type Comparison,
} from '@assoc/contract/form/engine/sentence'
import { Button, CloseOutlined, Input, PlusOutlined, Select } from '@assoc/ui'
import { useMemo, useState } from 'react'
import { FormulaField } from './Formula'

interface Props {
  /** 显示条件, 必填条件, and what follows where it holds. */
  label: string
  then: string
  doc: FormDoc
  /** The question or block that it stands at; it does not read itself. */
  owner?: string
  value: Expression | undefined
  onChange: (tree: Expression | undefined, typing?: string) => string | null
  onSettle: () => void
  /** It is always there: a rule has a condition from the start. */
  fixed?: boolean
}

const isBare = (comparison: Comparison): boolean => comparison === 'empty' || comparison === 'filled'

/** Value that a clause begins with, of a kind that its question can have. */
function firstValue(question: Question | undefined): Constant {
  if (!question) return ''
  if (isChosen(question)) return question.options?.find((one) => !one.retired)?.value ?? ''
  if (isNumeric(question)) return ['n', '0']
  return ''
}
const isNumeric = ({ type }: Question): boolean => type === 'number' || type === 'money' || type === 'rating' || type === 'calc'

function clauseFor(doc: FormDoc, key: string, table: string | undefined): Clause {
  const question = doc.questions[key]
  const comparison = (question && comparisonsOf(question)[0]) ?? 'filled'
  const clause = { key, own: question?.in !== undefined && question.in === table, comparison }
  return isBare(comparison) ? clause : { ...clause, with: firstValue(question) }
}

/** A condition in clauses that read as a sentence; what is more than clauses is a formula, and each may be changed to the other view. */
export function ConditionField({ label, then, doc, owner, value, onChange, onSettle, fixed = false }: Props) {
  const said = useMemo(() => (value === undefined ? null : clausesOf(value)), [value])
  const [formula, setFormula] = useState(false)
  const table = owner === undefined ? undefined : doc.questions[owner]?.in
  // The question itself is among them, to tell what stands before it.
  const sources = useMemo(
    () =>
      orderOf(doc)
        .filter((key) => {
          const one = doc.questions[key]
          return one && one.type !== 'note' && one.type !== 'repeat' && (one.in === undefined || one.in === table)
        })
        .map((key) => ({ value: key, label: doc.questions[key]?.label ?? '' })),
    [doc, table],
  )
  const others = useMemo(() => sources.filter(({ value: key }) => key !== owner), [sources, owner])
  const isFormula = formula || (value !== undefined && said === null)
  const put = (next: Clauses, typing?: string) => onChange(next.clauses.length === 0 ? undefined : treeOfClauses(next), typing)
  const add = () => {
    // What a condition most often asks is a choice that was made before.
    const own = sources.findIndex(({ value: key }) => key === owner)
    const before = sources
      .slice(0, own < 0 ? sources.length : own)
      .toReversed()
      .filter(({ value: key }) => key !== owner)
    const first =
      before.find(({ value: key }) => doc.questions[key] && isChosen(doc.questions[key])) ??
      before[0] ??
      sources.find(({ value: key }) => key !== owner)
    if (!first) return
    const clauses = said?.clauses ?? []
    put({ all: said?.all ?? true, clauses: [...clauses, clauseFor(doc, first.value, table)] })
  }
  return (
    <div className="fd-group" role="group" aria-label={label}>
      <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <span className="fd-name" style={{ margin: 0 }}>
          {label}
        </span>
        <Button
          size="small"
          type="link"
          disabled={isFormula && value !== undefined && said === null}
          onClick={() => setFormula(!isFormula)}
        >
          {isFormula ? '用句子编写' : '用公式编写'}
        </Button>
      </div>
      {isFormula ? (
        <FormulaField
          label={`${label}（公式）`}
          doc={doc}
          owner={owner}
          value={value}
          onChange={(tree) => onChange(tree, 'formula')}
          onSettle={onSettle}
          {...(value !== undefined && said === null ? { hint: '此条件不能拆成简单句子，只能用公式编写。' } : {})}
        />
      ) : (
        <>
          {said && said.clauses.length > 1 ? (
            <Select
              size="small"
              aria-label={`${label}的各项关系`}
              value={said.all ? 'all' : 'any'}
              options={[
                { value: 'all', label: '以下各项同时成立' },
                { value: 'any', label: '以下任一项成立' },
              ]}
              onChange={(next) => put({ ...said, all: next === 'all' })}
            />
          ) : null}
          {(said?.clauses ?? []).map((clause, at) => (
            <ClauseRow
              // A clause has nothing of its own to be known by but its place.
              key={at}
              at={at}
              clause={clause}
              doc={doc}
              sources={others}
              onChange={(next, typing) =>
                said ? put({ ...said, clauses: said.clauses.map((one, i) => (i === at ? next : one)) }, typing) : null
              }
              onChoose={(key) =>
                said && put({ ...said, clauses: said.clauses.map((one, i) => (i === at ? clauseFor(doc, key, table) : one)) })
              }
              onRemove={
                fixed && said?.clauses.length === 1
                  ? undefined
                  : () => said && put({ ...said, clauses: said.clauses.filter((_, i) => i !== at) })
              }
              onSettle={onSettle}
            />
          ))}
          {value !== undefined && said ? (
            <div className="fd-hint">
              当{conditionText(value, doc)}时{then}
            </div>
          ) : null}
          <Button size="small" type="dashed" icon={<PlusOutlined />} disabled={others.length === 0} onClick={add}>
            {said ? '再加一项' : `添加${label}`}
          </Button>
          {others.length === 0 ? <div className="fd-hint">还没有可作条件的其他题目。</div> : null}
        </>
      )}
    </div>
  )
}

interface RowProps {
  at: number
  clause: Clause
  doc: FormDoc
  sources: { value: string; label: string }[]
  onChange: (clause: Clause, typing?: string) => string | null
  onChoose: (key: string) => void
  onRemove: (() => void) | undefined
  onSettle: () => void
}

function ClauseRow({ at, clause, doc, sources, onChange, onChoose, onRemove, onSettle }: RowProps) {
  const question = doc.questions[clause.key]
  const name = `第 ${at + 1} 项`
  return (
    <div className="fd-clause" role="group" aria-label={`条件${name}`}>
      <Select
        size="small"
        aria-label={`${name}的题目`}
        value={question ? clause.key : '已删除的题目'}
        showSearch
        options={sources}
        onChange={onChoose}
      />
      <Select
        size="small"
        aria-label={`${name}的比较`}
        value={clause.comparison}
        options={(question ? comparisonsOf(question) : [clause.comparison]).map((one) => ({ value: one, label: COMPARISONS[one] }))}
        onChange={(comparison: Comparison) => {
          const { with: value, ...rest } = clause
          onChange(isBare(comparison) ? { ...rest, comparison } : { ...rest, comparison, with: value ?? firstValue(question) })
        }}
      />
      <div className="fd-with">
        {isBare(clause.comparison) ? (
          <span style={{ flex: 1 }} />
        ) : (
          <ValueInput
            name={`${name}的值`}
            question={question}
            value={clause.with ?? ''}
            onChange={(value, typing) => onChange({ ...clause, with: value }, typing ? `with${at}` : undefined)}
            onSettle={onSettle}
          />
        )}
        {onRemove ? <Button size="small" type="text" icon={<CloseOutlined />} aria-label={`去掉${name}`} onClick={onRemove} /> : null}
      </div>
    </div>
  )
}

interface ValueProps {
  name: string
  question: Question | undefined
  value: Constant
  onChange: (value: Constant, typing: boolean) => string | null
  onSettle: () => void
}
function ValueInput({ name, question, value, onChange, onSettle }: ValueProps) {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? String(value[1]) : ''
  const [typed, setTyped] = useState<{ text: string; of: string; fault: string | null } | null>(null)
  const shown = typed && typed.of === text ? typed : null
  if (question && isChosen(question))
    return (
      <Select
        size="small"
        style={{ flex: 1, minWidth: 0 }}
        aria-label={name}
        value={text || undefined}
        placeholder="选择选项"
        showSearch
        options={(question.options ?? []).map((one) => ({ value: one.value, label: one.label }))}
        onChange={(next: string) => onChange(next, false)}
      />
    )
  const numeric = question !== undefined && isNumeric(question)
  const day = question?.type === 'date'
  const take = (next: string) => {
    const right = numeric ? decimalOf(next.trim()) !== null : day ? /^\d{4}-\d{2}-\d{2}$/.test(next.trim()) : true
    const tree: Constant = numeric ? ['n', next.trim()] : day ? ['d', next.trim()] : next
    const refused = right ? onChange(tree, true) : numeric ? '请填写数字' : '请填写日期，如 2026-01-31'
    setTyped(refused === null ? null : { text: next, of: text, fault: refused })
  }
  return (
    <div style={{ flex: 1, minWidth: 0 }}>
      <Input
        size="small"
        aria-label={name}
        inputMode={numeric ? 'decimal' : 'text'}
        placeholder={day ? '2026-01-31' : numeric ? '数字' : '文字'}
        value={shown?.text ?? text}
        aria-invalid={shown?.fault ? true : undefined}
        onChange={(event) => take(event.target.value)}
        onBlur={() => {
          setTyped(null)
          onSettle()
        }}
      />
      {shown?.fault ? (
        <div className="fd-fault" role="alert">
          {shown.fault}
        </div>
      ) : null}
    </div>
  )
}
