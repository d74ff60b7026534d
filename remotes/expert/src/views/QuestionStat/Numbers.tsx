import { viewLink, type ResponseOf } from '@assoc/contract'
import { add, decimalFrom, decimalOf, decimalText, multiply, round } from '@assoc/contract/form/engine/decimal'
import { grouped, moneyText } from '@assoc/contract/form/engine/display'
import { questionFilterText, type QuestionCondition } from '@assoc/contract/form/question-filter'
import type { Figures, selectFormStatistics } from '@assoc/contract/form/statistics'
import { Link } from '@assoc/router'
import { Table, Typography } from '@assoc/ui'
import { AnswersLink, HIDDEN } from './answers-link'

type Counted = ResponseOf<typeof selectFormStatistics>['questions'][number]

const NAMES = { sum: '合计', average: '平均', median: '中位数', least: '最小', most: '最大' } as const
type Name = keyof typeof NAMES
/** What two rounds are compared by. */
const COMPARED: readonly Name[] = ['average', 'median']

/** A decimal without the zeros at its end. */
function trimmed(text: string): string {
  if (!text.includes('.')) return text
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}

/** One decimal less another, as a text with its sign. */
function difference(now: string, then: string): string | null {
  const [a, b] = [decimalOf(now), decimalOf(then)]
  const less = b && multiply(b, decimalFrom(-1))
  const by = a && less && add(a, less)
  return by && decimalText(round(by, 4) ?? by)
}

/** Numbers of a question in figures, beside another round; how many, the smallest and the largest lead to their answers. */
export function Numbers({ title, one, roundId, compared, figures }: { title: string; one: Counted; roundId: string | null; compared: boolean; figures: Figures }) {
  const isMoney = one.type === 'money'
  const unit = isMoney ? (one.unit === 'wan' ? '万元' : '元') : one.unit
  const said = (text: string) => (text === '' ? HIDDEN : `${grouped(isMoney ? moneyText(Math.round(Number(text)), one.unit) : trimmed(text))}${unit && ` ${unit}`}`)
  const before = compared ? one.before : null
  const rows = [{ key: '本次', ...figures }, ...(before ? [{ key: '对比', ...before }] : [])]
  const at = (value: string): QuestionCondition => ({ key: one.key, kind: 'number', from: value, to: value })
  const change = (name: Name) => {
    const by = before && figures[name] !== '' && before[name] !== '' && difference(figures[name], before[name])
    return !by ? '—' : `${by.startsWith('-') || by === '0' ? '' : '+'}${said(by)}`
  }
  return (
    <>
      <Typography.Title level={2} style={{ fontSize: 16, marginTop: 0 }}>
        {one.hidden ? title : `${title}（${one.answered.toLocaleString('zh-CN')} 份作答）`}
      </Typography.Title>
      <Table
        size="small"
        rowKey="key"
        pagination={false}
        dataSource={rows}
        scroll={{ x: 720 }}
        columns={[
          { title: '', dataIndex: 'key', width: 80 },
          {
            title: '个数',
            dataIndex: 'count',
            align: 'right',
            render: (count: number, row) => (row.key === '本次' ? <AnswersLink roundId={roundId} conditions={[{ key: one.key, kind: 'filled' }]} figure={{ count }} label={title} /> : count.toLocaleString('zh-CN')),
          },
          ...(Object.keys(NAMES) as Name[]).map((name) => ({
            title: NAMES[name],
            dataIndex: name,
            align: 'right' as const,
            render: (text: string, row: { key: string }) =>
              roundId !== null && row.key === '本次' && (name === 'least' || name === 'most') ? (
                <Link to={viewLink('expert/FormAuth', { roundId, questions: questionFilterText({ roundId, conditions: [at(text)] }) })} aria-label={`${title} ${NAMES[name]}：${said(text)}，查看填报`}>
                  {said(text)}
                </Link>
              ) : (
                said(text)
              ),
          })),
        ]}
      />
      {before ? (
        <Typography.Paragraph type="secondary" style={{ marginTop: 8, marginBottom: 0 }}>
          与对比相比：{COMPARED.map((name) => `${NAMES[name]} ${change(name)}`).join('，')}
        </Typography.Paragraph>
      ) : null}
    </>
  )
}
