import type { ResponseOf } from '@assoc/contract'
import { endOwnSessions, selectOwnSessions } from '@assoc/contract/platform/session'
import { api, dateFormat } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Button, FailedToLoad, Flex, ReasonDialog, Skeleton, Table, Tag, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'
import { deviceName } from '../../lib/device'

type Row = ResponseOf<typeof selectOwnSessions>[number]

/** Where the person is signed in; any other place can be ended. */
export function SessionsPart() {
  const sessions = useAnswer(selectOwnSessions, {})
  const [ending, setEnding] = useState<Row[] | null>(null)
  if (sessions.error && !sessions.data) return <FailedToLoad message={sessions.error} onRetry={() => void sessions.reload()} />
  if (!sessions.data) return <Skeleton active />
  const others = sessions.data.filter((s) => !s.current)
  const end = async (rows: readonly Row[]) => {
    try {
      const { ended } = await api(endOwnSessions, { sessionIds: rows.map((r) => r.sessionId) })
      toasts.success(`已结束 ${ended} 处登录`)
    } finally {
      void sessions.reload()
    }
  }
  return (
    <Flex vertical gap={12} style={{ maxWidth: 860 }}>
      <Flex justify="space-between" align="center" gap={12} wrap>
        <Typography.Text type="secondary">发现不认识的设备时，请结束它的登录并修改密码。</Typography.Text>
        <Button danger disabled={others.length === 0} onClick={() => setEnding(others)}>
          结束其他所有登录
        </Button>
      </Flex>
      <Table<Row>
        size="middle"
        rowKey="sessionId"
        loading={sessions.loading}
        dataSource={[...sessions.data]}
        pagination={false}
        columns={[
          {
            key: 'device',
            title: '设备',
            render: (_v, row) => (
              <span title={row.device}>
                {deviceName(row.device)} {row.current ? <Tag color="processing">本机</Tag> : null}
              </span>
            ),
          },
          { key: 'loginIp', title: '登录地址', dataIndex: 'loginIp' },
          { key: 'createTime', title: '登录时间', render: (_v, row) => dateFormat(row.createTime, 'YYYY-MM-DD HH:mm') },
          { key: 'lastSeenTime', title: '最近活动', render: (_v, row) => dateFormat(row.lastSeenTime, 'YYYY-MM-DD HH:mm') },
          {
            key: 'actions',
            title: '操作',
            width: 100,
            render: (_v, row) =>
              row.current ? (
                '—'
              ) : (
                <Button type="link" size="small" danger style={{ padding: 0 }} onClick={() => setEnding([row])}>
                  结束登录
                </Button>
              ),
          },
        ]}
      />
      {ending ? (
        <ReasonDialog
          title="结束登录"
          text={ending.length === 1 && ending[0] ? `${deviceName(ending[0].device)}（${ending[0].loginIp}）将立即退出登录。` : `其他 ${ending.length} 处登录将立即退出，本机不受影响。`}
          confirmText="结束登录"
          reason="none"
          danger
          onConfirm={() => end(ending)}
          onClose={() => setEnding(null)}
        />
      ) : null}
    </Flex>
  )
}
