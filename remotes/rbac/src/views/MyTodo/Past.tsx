import { selectAsked, selectDecided } from '@assoc/contract/platform/inbox'
import type { ResponseOf } from '@assoc/contract'
import { dateFormat } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { Button, FailedToLoad, StateScreen, Table, useAnswer } from '@assoc/ui'
import { useState } from 'react'
import { ageOf } from './age'

type DecidedItem = ResponseOf<typeof selectDecided>['items'][number]
type AskedItem = ResponseOf<typeof selectAsked>['items'][number]
const PAGE_SIZE = 20

const at = (time: string) => dateFormat(time, 'YYYY-MM-DD HH:mm')

function Title({ title, link }: Pick<DecidedItem, 'title' | 'link'>) {
  const navigate = useNavigate()
  if (!link) return <>{title || '记录已删除，或不在您的数据范围内'}</>
  return (
    <Button type="link" style={{ padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start' }} onClick={() => navigate(link)}>
      {title}
    </Button>
  )
}

/** What the person has decided, and how it stands now. */
export function Decided() {
  const [page, setPage] = useState(1)
  const { data, error, loading, reload } = useAnswer(selectDecided, { page, pageSize: PAGE_SIZE })
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (data?.total === 0) return <StateScreen mark="none" title="还没有办理过事项">您审核、审批过的事项会列在这里。</StateScreen>
  return (
      <Table<DecidedItem>
        size="small"
        rowKey="auditId"
        loading={loading}
        pagination={{ size: 'small', current: page, pageSize: PAGE_SIZE, total: data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
        dataSource={data?.items ?? []}
        columns={[
          { title: '事项', dataIndex: 'title', render: (_: unknown, row) => <Title {...row} /> },
          { title: '类别', dataIndex: 'what', width: 140 },
          { title: '我的决定', dataIndex: 'step', width: 120 },
          { title: '意见', dataIndex: 'reason', width: 220, render: (reason: string | null) => reason ?? '—' },
          { title: '现在状态', dataIndex: 'status', width: 120, render: (status: string | null) => status ?? '—' },
          { title: '办理时间', dataIndex: 'time', width: 150, render: at },
        ]}
      />
  )
}

/** What the person has asked for and is not settled, with the step it rests at and who has it. */
export function Asked() {
  const [page, setPage] = useState(1)
  const { data, error, loading, reload } = useAnswer(selectAsked, { page, pageSize: PAGE_SIZE })
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (data?.total === 0) return <StateScreen mark="none" title="没有正在办理中的申请">您提交后还没有办结的申请会列在这里。</StateScreen>
  return (
      <Table<AskedItem>
        size="small"
        rowKey="auditId"
        loading={loading}
        pagination={{ size: 'small', current: page, pageSize: PAGE_SIZE, total: data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
        dataSource={data?.items ?? []}
        columns={[
          { title: '事项', dataIndex: 'title', render: (_: unknown, row) => <Title {...row} /> },
          { title: '类别', dataIndex: 'what', width: 140 },
          { title: '停在', dataIndex: 'status', width: 120, render: (status: string | null) => status ?? '—' },
          { title: '等谁办理', key: 'waitsFor', width: 240, render: (_: unknown, { waitsFor, more }) => (waitsFor.length > 0 ? `${waitsFor.join('、')}${more > 0 ? ` 等` : ''}` : '暂无可办理的人，请联系管理员') },
          { title: '提交时间', dataIndex: 'time', width: 150, render: at },
          { title: '已等', key: 'age', width: 90, render: (_: unknown, { time }) => ageOf(time) },
        ]}
      />
  )
}
