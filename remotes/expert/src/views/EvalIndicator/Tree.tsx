import type { ResponseOf } from '@assoc/contract'
import { points } from '@assoc/contract/expert/grading'
import { BASE_SUM, selectIndicatorTree } from '@assoc/contract/expert/indicator'
import { evalSchemeLookup } from '@assoc/contract/expert/lookups'
import { Alert, FailedToLoad, Flex, RefSelect, Skeleton, Table, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'

type Answer = ResponseOf<typeof selectIndicatorTree>
interface Line {
  key: string
  name: string
  base: number
  bonus: number
  dimension: string
  questions: string
  children?: Line[]
}

const linesOf = ({ standards }: Answer): Line[] =>
  standards.map((one) => ({
    key: `s${one.standardNo}`, name: `${one.standardNo}. ${one.standardName}（${one.indicators.length}）`, base: one.base, bonus: one.bonus, dimension: '', questions: '',
    children: one.indicators.map((i) => ({ key: i.indicatorId, name: `${i.indicatorCode} ${i.indicatorName}`, base: i.bonusFlag ? 0 : i.score, bonus: i.bonusFlag ? i.score : 0, dimension: i.dimensionName, questions: i.questions.join('、') })),
  }))
const shown = (hundredths: number): string => (hundredths === 0 ? '' : points(hundredths))

/** The standards of a scheme with their indicators, their sums, and what does not add up. */
export function Tree({ schemeId: first }: { schemeId: string | null }) {
  const [schemeId, setSchemeId] = useState(first)
  const { data, error, reload } = useAnswer(selectIndicatorTree, schemeId ? { schemeId } : null)
  return (
    <Flex vertical gap={12}>
      <RefSelect aria-label="评价方案" lookup={evalSchemeLookup} value={schemeId} onChange={(value) => setSchemeId(typeof value === 'string' ? value : null)} placeholder="选择评价方案" />
      {!schemeId ? null : error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : data ? <Shown {...data} /> : <Skeleton active />}
    </Flex>
  )
}

function Shown(answer: Answer) {
  return (
    <>
      <Typography.Text>
        基础分 {points(answer.base)} / {BASE_SUM}.00，加分项 {points(answer.bonus)}
      </Typography.Text>
      {answer.problems.map((sentence) => (
        <Alert key={sentence} type="error" showIcon title={sentence} />
      ))}
      <Table<Line>
        key={answer.schemeName}
        size="small"
        pagination={false}
        expandable={{ defaultExpandAllRows: true }}
        scroll={{ x: 'max-content' }}
        dataSource={linesOf(answer)}
        columns={[
          { title: '标准与指标', dataIndex: 'name', width: 320 },
          { title: '基础分', dataIndex: 'base', align: 'right', width: 90, render: shown },
          { title: '加分', dataIndex: 'bonus', align: 'right', width: 80, render: shown },
          { title: '评分维度', dataIndex: 'dimension', width: 110 },
          { title: '对应题目', dataIndex: 'questions', width: 240 },
        ]}
      />
    </>
  )
}
