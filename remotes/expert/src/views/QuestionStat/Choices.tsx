import type { ResponseOf } from '@assoc/contract'
import type { QuestionCondition } from '@assoc/contract/form/question-filter'
import type { selectFormStatistics } from '@assoc/contract/form/statistics'
import { Chart, Table } from '@assoc/ui'
import { AnswersLink, HIDDEN } from './answers-link'

type Counted = ResponseOf<typeof selectFormStatistics>['questions'][number]
type Choice = Counted['choices'][number]

/** What nothing is a part of. */
const NOTHING = '—'
/** A part of what was answered in per cent; null where nobody has answered. */
const share = (count: number, answered: number): number | null => (answered > 0 ? (count / answered) * 100 : null)
const percent = (value: number | null): string => (value === null ? NOTHING : `${value.toFixed(1)} %`)
const points = (now: number | null, then: number | null): string => (now === null || then === null ? NOTHING : `${now > then ? '+' : ''}${(now - then).toFixed(1)}`)

/** How often each choice was made, drawn and as a table beneath, beside another round; of a matrix once for each of its rows. */
export function Choices({ title, one, roundId, compared }: { title: string; one: Counted; roundId: string | null; compared: boolean }) {
  const items = [...new Set(one.choices.map(({ itemValue }) => itemValue))]
  return (
    <>
      {items.map((item) => {
        const shown = one.choices.filter((choice) => choice.itemValue === item)
        const beside = compared && shown.every(({ before }) => before !== null)
        return <Part key={item} title={`${title}${shown[0]?.item ? `：${shown[0].item}` : ''}`} one={one} roundId={roundId} shown={shown} beside={beside} />
      })}
    </>
  )
}

function Part({ title, one, roundId, shown, beside }: { title: string; one: Counted; roundId: string | null; shown: readonly Choice[]; beside: boolean }) {
  const answeredBefore = one.answeredBefore ?? 0
  const condition = ({ itemValue, value }: Choice): QuestionCondition => ({ key: one.key, ...(itemValue ? { item: itemValue } : {}), kind: 'choice', values: [value] })
  const now = (choice: Choice) => (choice.hidden || one.hidden ? null : share(choice.count, one.answered))
  const then = (choice: Choice) => share(choice.before ?? 0, answeredBefore)
  return (
    <>
      <Chart
        kind="bar"
        height={Math.min(320, 140 + shown.length * 24)}
        title={one.hidden ? title : `${title}（${one.answered.toLocaleString('zh-CN')} 份作答${beside ? `，对比 ${answeredBefore.toLocaleString('zh-CN')} 份` : ''}）`}
        labels={shown.map(({ label, hidden }) => (hidden ? `${label}（${HIDDEN}）` : label))}
        series={[{ name: '本次', values: shown.map(({ count }) => count) }, ...(beside ? [{ name: '对比', values: shown.map(({ before }) => before ?? 0) }] : [])]}
        unit="count"
      />
      <Table
        size="small"
        rowKey="value"
        pagination={false}
        dataSource={[...shown]}
        scroll={{ x: beside ? 720 : 400 }}
        style={{ marginTop: 8, marginBottom: 16 }}
        columns={[
          { title: '选项', dataIndex: 'label' },
          { title: '份数', key: 'count', align: 'right', width: 90, render: (_: unknown, choice: Choice) => <AnswersLink roundId={roundId} conditions={[condition(choice)]} figure={choice} label={`${title} ${choice.label}`} /> },
          { title: '占比', key: 'share', align: 'right', width: 90, render: (_: unknown, choice: Choice) => percent(now(choice)) },
          ...(beside
            ? [
                { title: '对比份数', key: 'before', align: 'right' as const, width: 100, render: (_: unknown, choice: Choice) => (choice.before ?? 0).toLocaleString('zh-CN') },
                { title: '对比占比', key: 'shareBefore', align: 'right' as const, width: 100, render: (_: unknown, choice: Choice) => percent(then(choice)) },
                { title: '变化（百分点）', key: 'points', align: 'right' as const, width: 130, render: (_: unknown, choice: Choice) => points(now(choice), then(choice)) },
              ]
            : []),
        ]}
      />
    </>
  )
}
