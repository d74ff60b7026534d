import type { ResponseOf } from '@assoc/contract'
import { eligibleRule, previewEligibility, type evalScheme } from '@assoc/contract/expert/scheme'
import { jurisdiction } from '@assoc/contract/member/jurisdiction'
import { AppModal, Button, FailedToLoad, Flex, Skeleton, Table, Typography, useAnswer, type PageDialog, type RowOfResource } from '@assoc/ui'

type Answer = ResponseOf<typeof previewEligibility>
const share = (part: number, whole: number): string => (whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`)

/** How many would qualify as the registers stand today, by jurisdiction, and what the others fail at. */
export function Eligible({ row, onClose }: PageDialog<RowOfResource<typeof evalScheme>>) {
  const { data, error, reload } = useAnswer(previewEligibility, { schemeId: row.schemeId })
  return (
    <AppModal open title={`测算符合人数：${row.schemeName}`} width={760} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : data ? <Shown {...data} periodEnd={row.periodEnd} /> : <Skeleton active paragraph={{ rows: 6 }} />}
    </AppModal>
  )
}

function Shown({ candidates, eligible, jurisdictions, failed, periodEnd }: Answer & { periodEnd: string }) {
  return (
    <Flex vertical gap={16}>
      <Typography.Text>
        按今天的登记情况、以 {periodEnd} 为准计算：可申报 {candidates} 个，符合全部条件 {eligible} 个（{share(eligible, candidates)}）。
      </Typography.Text>
      <Table<Answer['failed'][number]>
        size="small"
        rowKey="rule"
        pagination={false}
        dataSource={failed}
        columns={[
          { title: '申报条件', key: 'rule', render: (_v, { rule, amount }) => `${eligibleRule.labels[rule]}${amount === null ? '' : `：${amount}`}` },
          { title: '不符合', dataIndex: 'count', align: 'right', width: 120 },
        ]}
      />
      <Table<Answer['jurisdictions'][number]>
        size="small"
        rowKey={(one) => one.jurisdiction ?? ''}
        pagination={{ pageSize: 10, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
        dataSource={jurisdictions}
        columns={[
          { title: '辖区', key: 'jurisdiction', render: (_v, one) => (one.jurisdiction ? jurisdiction.labels[one.jurisdiction] : '未登记辖区') },
          { title: '可申报', dataIndex: 'candidates', align: 'right', width: 110 },
          { title: '符合', dataIndex: 'eligible', align: 'right', width: 110 },
          { title: '比例', key: 'share', align: 'right', width: 110, render: (_v, one) => share(one.eligible, one.candidates) },
        ]}
      />
    </Flex>
  )
}
