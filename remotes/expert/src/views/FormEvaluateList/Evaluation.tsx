import { selectEvaluation } from '@assoc/contract/form/evaluation'
import { subjectKind } from '@assoc/contract/form/respondents'
import { roundStatus } from '@assoc/contract/form/round'
import { session } from '@assoc/session'
import { Alert, Button, FailedToLoad, Flex, Segmented, Select, Skeleton, StatusTag, theme, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'
import { Matrix } from './Matrix'
import { Results } from './Results'

type Part = 'matrix' | 'results'
interface Props {
  roundId: string
  part: Part
  onPart: (part: Part) => void
  onLeave: () => void
}

/** Who evaluates whom in a round, and what came out. */
export default function Evaluation({ roundId, part, onPart, onLeave }: Props) {
  const { token } = theme.useToken()
  const { data, error, reload } = useAnswer(selectEvaluation, { roundId })
  const [companyId, setCompanyId] = useState<string | null>(null)
  if (!data) return error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active paragraph={{ rows: 12 }} />
  const parts = [{ value: 'matrix', label: '评价矩阵' }, ...(data.begun && session().has('form:answer:read') ? [{ value: 'results', label: '评价结果' }] : [])]
  const board = companyId ?? data.boards[0]?.companyId ?? null
  return (
    <Flex vertical gap={12}>
      <Flex gap={12} align="center" justify="space-between" wrap>
        <Flex vertical>
          <Flex gap={8} align="center" wrap>
            <Typography.Title level={1} style={{ fontSize: 20, lineHeight: '28px', margin: 0 }}>
              {data.roundName}
            </Typography.Title>
            <StatusTag of={roundStatus} value={data.roundStatus as keyof typeof roundStatus.labels} />
          </Flex>
          <Typography.Text type="secondary">
            评价对象：{subjectKind.labels[data.subjectKind]}。{data.begun ? '' : '按现在的资料，'}
            {data.evaluators.toLocaleString('zh-CN')} 个评价人评价 {data.subjects.toLocaleString('zh-CN')} 个对象，共 {data.pairs.toLocaleString('zh-CN')} 份{data.begun ? '' : '，以开始时为准'}
          </Typography.Text>
        </Flex>
        <Button onClick={onLeave}>返回列表</Button>
      </Flex>
      {data.few > 0 ? <Alert type="warning" showIcon title={`${data.few.toLocaleString('zh-CN')} 个对象的评价人不足 5 个，不会显示其结果`} /> : null}
      {data.anonymousFlag ? <Alert type="info" showIcon title="匿名评价：只显示谁参与了，不显示谁怎样评价；结束后才有结果" /> : null}
      <section aria-label="评价" style={{ padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
        <Flex gap={12} wrap align="center" style={{ marginBottom: 12 }}>
          <Segmented aria-label="内容" options={parts} value={part} onChange={(value) => onPart(value as Part)} />
          {data.boards.length > 0 ? (
            <Select
              aria-label="公司"
              style={{ width: 240 }}
              showSearch
              optionFilterProp="label"
              value={board}
              options={data.boards.map((one) => ({ value: one.companyId, label: one.companyName }))}
              onChange={(next) => setCompanyId(next as string)}
            />
          ) : null}
        </Flex>
        {part === 'results' ? <Results key={board} roundId={roundId} companyId={board} /> : <Matrix key={board} roundId={roundId} companyId={board} anonymous={data.anonymousFlag} />}
      </section>
    </Flex>
  )
}
