import type { ResponseOf } from '@assoc/contract'
import { moneyText } from '@assoc/contract/form/engine/display'
import { CONDITIONS_MOST, questionFilterOf, questionFilterText, type QuestionCondition } from '@assoc/contract/form/question-filter'
import { selectCountedQuestions } from '@assoc/contract/form/statistics'
import { useSearchParams } from '@assoc/router'
import { Button, CloseOutlined, Flex, Tag, Typography, useAnswer } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'

export type CountedQuestion = ResponseOf<typeof selectCountedQuestions>['questions'][number]

const Editor = lazy(() => import('./ConditionEditor').then((m) => ({ default: m.ConditionEditor })))

const unitOf = ({ type, unit }: CountedQuestion): string => (type === 'money' ? (unit === 'wan' ? '万元' : '元') : unit)
const boundText = (question: CountedQuestion, kind: 'number' | 'day', bound: string): string =>
  kind === 'number' && question.type === 'money' ? moneyText(Math.round(Number(bound)), question.unit) : bound

/** A condition as people read it. */
export function conditionWords(question: CountedQuestion | undefined, one: QuestionCondition): string {
  if (!question) return '题目条件'
  const item = one.item === undefined ? '' : `：${question.items.find(({ value }) => value === one.item)?.label ?? one.item}`
  const name = `${question.table ? `${question.table}：` : ''}${question.label}${item}`
  if (one.kind === 'empty') return `${name} 未作答`
  if (one.kind === 'filled') return `${name} 已作答`
  if (one.kind === 'choice') return `${name}：${one.values.map((value) => question.options.find((option) => option.value === value)?.label ?? ({ yes: '是', no: '否' }[value] ?? value)).join('、')}`
  const [from, to] = [boundText(question, one.kind, one.from), boundText(question, one.kind, one.to)]
  const unit = one.kind === 'number' && unitOf(question) ? ` ${unitOf(question)}` : ''
  if (from === to) return `${name}：${from}${unit}`
  return `${name}：${from && to ? `${from} 至 ${to}${unit}` : from ? `不低于 ${from}${unit}` : `不高于 ${to}${unit}`}`
}

/** What of the answers is listed by what was answered: the conditions in force, and a way to add one. Shown where the list is of one round. */
export default function QuestionFilters() {
  const [params, setParams] = useSearchParams()
  const filter = questionFilterOf(params.get('questions') ?? '')
  const roundId = params.get('roundId') ?? filter?.roundId ?? ''
  const { data } = useAnswer(selectCountedQuestions, roundId ? { roundId } : null)
  const [editing, setEditing] = useState(false)
  if (!roundId) return null
  // Conditions of another round say nothing of this one.
  const conditions = filter?.roundId === roundId ? filter.conditions : []
  const put = (next: QuestionCondition[]) => {
    const changed = new URLSearchParams(params)
    changed.delete('page')
    if (next.length > 0) changed.set('questions', questionFilterText({ roundId, conditions: next }))
    else changed.delete('questions')
    setParams(changed, { replace: true })
  }
  const foreign = filter !== null && filter.roundId !== roundId
  return (
    <Flex gap={8} align="center" wrap role="group" aria-label="题目条件">
      {foreign ? (
        <Typography.Text type="warning">题目条件属于另一次发放，列表没有内容。</Typography.Text>
      ) : null}
      {conditions.map((one, i) => (
        <Tag
          key={questionFilterText({ roundId, conditions: [one] })}
          closable
          closeIcon={<CloseOutlined aria-label="去掉此条件" />}
          onClose={(event) => {
            event.preventDefault()
            put(conditions.toSpliced(i, 1))
          }}
        >
          {conditionWords(data?.questions.find(({ key }) => key === one.key), one)}
        </Tag>
      ))}
      {foreign ? (
        <Button size="small" onClick={() => put([])}>
          去掉题目条件
        </Button>
      ) : null}
      {conditions.length < CONDITIONS_MOST && !foreign ? (
        <Button size="small" disabled={!data || data.questions.length === 0} onClick={() => setEditing(true)}>
          按题目筛选
        </Button>
      ) : null}
      {editing && data ? (
        <Suspense fallback={null}>
          <Editor
            questions={data.questions}
            onClose={() => setEditing(false)}
            onDone={(one) => {
              setEditing(false)
              put([...conditions, one])
            }}
          />
        </Suspense>
      ) : null}
    </Flex>
  )
}
