import { compare, decimalFrom, decimalOf, decimalText, multiply } from '@assoc/contract/form/engine/decimal'
import { isCalendarDay } from '@assoc/contract/form/engine/values'
import type { QuestionCondition } from '@assoc/contract/form/question-filter'
import { AppModal, Flex, Form, Input, Select } from '@assoc/ui'
import { useState } from 'react'
import type { CountedQuestion } from './QuestionFilters'

type Kind = QuestionCondition['kind']

const YES_NO = [
  { value: 'yes', label: '是' },
  { value: 'no', label: '否' },
]
const KIND_NAMES: Record<Kind, string> = { choice: '选择了', number: '数值在', day: '日期在', filled: '已作答', empty: '未作答' }

/** What can be asked of a question; a calculation may come to a number, a day, or yes and no. */
function kindsOf({ type, options }: CountedQuestion): Kind[] {
  if (type === 'calc') return ['number', 'day', 'choice', 'filled', 'empty']
  if (type === 'date') return ['day', 'filled', 'empty']
  if (options.length > 0) return ['choice', 'filled', 'empty']
  return type === 'region' ? ['filled', 'empty'] : ['number', 'filled', 'empty']
}

/** A bound as it is kept: money in 分. Null where it is none. */
function keptBound({ type, unit }: CountedQuestion, kind: 'number' | 'day', typed: string): string | null {
  const text = typed.trim().replaceAll(',', '')
  if (text === '') return ''
  if (kind === 'day') return isCalendarDay(text) ? text : null
  const number = decimalOf(text)
  const fen = number && (type === 'money' ? multiply(number, decimalFrom(unit === 'wan' ? 1_000_000 : 100)) : number)
  return fen && decimalText(fen)
}

/** Asks for one condition of answers. */
export function ConditionEditor({ questions, onClose, onDone }: { questions: readonly CountedQuestion[]; onClose: () => void; onDone: (one: QuestionCondition) => void }) {
  const [key, setKey] = useState<string | null>(null)
  const [item, setItem] = useState<string | null>(null)
  const [asked, setAsked] = useState<Kind | null>(null)
  const [values, setValues] = useState<string[]>([])
  const [[from, to], setBounds] = useState<[string, string]>(['', ''])
  const [problem, setProblem] = useState('')
  const question = questions.find((one) => one.key === key)
  const kinds = question ? kindsOf(question) : []
  const kind = asked && kinds.includes(asked) ? asked : (kinds[0] ?? null)
  const done = () => {
    if (!question || !kind) return setProblem('请选择题目')
    if (question.items.length > 0 && !item) return setProblem('请选择矩阵的行')
    const place = { key: question.key, ...(item && question.items.length > 0 ? { item } : {}) }
    if (kind === 'empty' || kind === 'filled') return onDone({ ...place, kind })
    if (kind === 'choice') return values.length > 0 ? onDone({ ...place, kind, values }) : setProblem('请选择选项')
    const bounds = [keptBound(question, kind, from), keptBound(question, kind, to)] as const
    const [low, high] = bounds
    if (low === null || high === null) return setProblem(kind === 'number' ? '请填写数字' : '请填写日期，如 2026-03-01')
    if (!low && !high) return setProblem('请填写范围')
    if (low && high && (kind === 'day' ? low > high : compareText(low, high) > 0)) return setProblem('起始值不能大于截止值')
    onDone({ ...place, kind, from: low, to: high })
  }
  const type = kind === 'day' ? 'date' : 'text'
  return (
    <AppModal open title="按题目筛选" okText="筛选" onCancel={onClose} onOk={done} width={520}>
      <Form layout="vertical" component="div">
        <Form.Item label="题目" htmlFor="filter-question">
          <Select
            id="filter-question"
            showSearch={{ optionFilterProp: 'label' }}
            value={key}
            placeholder="选择题目"
            options={questions.map((one) => ({ value: one.key, label: one.table ? `${one.table}：${one.label}` : one.label }))}
            onChange={(next) => {
              setKey(next as string)
              setItem(null)
              setValues([])
              setBounds(['', ''])
              setProblem('')
            }}
          />
        </Form.Item>
        {question && question.items.length > 0 ? (
          <Form.Item label="行" htmlFor="filter-item">
            <Select id="filter-item" value={item} placeholder="选择行" options={question.items} onChange={(next) => setItem(next as string)} />
          </Form.Item>
        ) : null}
        {question ? (
          <Form.Item label="条件" htmlFor="filter-kind">
            <Select id="filter-kind" value={kind} options={kinds.map((one) => ({ value: one, label: KIND_NAMES[one] }))} onChange={(next) => setAsked(next as Kind)} />
          </Form.Item>
        ) : null}
        {question && kind === 'choice' ? (
          <Form.Item label="选项（任一）" htmlFor="filter-values">
            <Select id="filter-values" mode="multiple" value={values} options={question.type === 'calc' ? YES_NO : question.options} onChange={(next) => setValues((next as string[]).slice(0, 50))} />
          </Form.Item>
        ) : null}
        {kind === 'number' || kind === 'day' ? (
          <Form.Item label={kind === 'day' ? '日期范围' : `范围${question?.type === 'money' ? (question.unit === 'wan' ? '（万元）' : '（元）') : question?.unit ? `（${question.unit}）` : ''}`}>
            <Flex gap={8} align="center">
              <Input aria-label="不低于" type={type} value={from} onChange={(event) => setBounds([event.target.value, to])} />
              至
              <Input aria-label="不高于" type={type} value={to} onChange={(event) => setBounds([from, event.target.value])} />
            </Flex>
          </Form.Item>
        ) : null}
        <div role="alert">{problem}</div>
      </Form>
    </AppModal>
  )
}

function compareText(a: string, b: string): number {
  const [x, y] = [decimalOf(a), decimalOf(b)]
  return x && y ? compare(x, y) : 0
}
