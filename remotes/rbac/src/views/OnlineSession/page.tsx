import type { ResponseOf } from '@assoc/contract'
import { kickSession, selectOnlineSessionByPage, sessionRow } from '@assoc/contract/platform/session'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, ListPage, ReasonDialog, RowActions, Tag, useResourceList, type Column } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { deviceName } from '../../lib/device'

type Row = ResponseOf<typeof selectOnlineSessionByPage>['items'][number]

const MOST = 200

const COLUMNS: Column<Row>[] = [
  { field: 'loginName', width: 150 },
  { field: 'realName', width: 120 },
  { field: 'loginIp', width: 130 },
  {
    field: 'device',
    width: 190,
    render: (row) => (
      <span title={row.device}>
        {deviceName(row.device)} {row.current ? <Tag color="processing">本机</Tag> : null}
      </span>
    ),
  },
  { field: 'createTime', width: 155, sortable: true },
  { field: 'lastSeenTime', width: 155, sortable: true },
]

/** Who is signed in now, and ending it. */
function OnlineSession() {
  const [kicking, setKicking] = useState<Row[] | null>(null)
  const mayKick = session().has('rbac:session:kick')
  const list = useResourceList({
    call: selectOnlineSessionByPage,
    idOf: (row) => row.sessionId,
    filters: ['keyword'],
    sortable: ['lastSeenTime', 'createTime'],
  })
  const names = (rows: readonly Row[]) => [...new Set(rows.map((r) => r.realName))]
  const kick = async (rows: readonly Row[]) => {
    try {
      const { ended } = await api(kickSession, { sessionIds: rows.map((r) => r.sessionId) })
      toasts.success(`已结束 ${ended} 个会话`)
      list.store.clearSelection()
    } finally {
      void list.reload()
    }
  }
  return (
    <>
      <ListPage
        name="rbac/OnlineSession"
        title="在线会话"
        list={list}
        row={sessionRow}
        columns={COLUMNS}
        search={[{ kind: 'text', name: 'keyword', label: '关键字', placeholder: '账号、姓名或登录地址' }]}
        selectable={mayKick}
        selectionActions={(rows) => (
          <Button danger size="small" disabled={list.store.allMatching || rows.length > MOST} title={`一次最多 ${MOST} 个会话`} onClick={() => setKicking(rows)}>
            强制下线
          </Button>
        )}
        {...(mayKick
          ? {
              rowActions: (row: Row) => (row.current ? '—' : <RowActions actions={[{ key: 'kick', label: '强制下线', danger: true, onClick: () => setKicking([row]) }]} />),
              actionsWidth: 110,
            }
          : {})}
      />
      {kicking ? (
        <ReasonDialog
          title="强制下线"
          text={`${names(kicking).slice(0, 5).join('、')}${names(kicking).length > 5 ? ` 等 ${names(kicking).length} 人` : ''} 的 ${kicking.length} 个会话将立即结束${kicking.some((r) => r.current) ? '，其中包括您正在使用的本机会话' : ''}。未保存的内容会留作草稿。`}
          confirmText="强制下线"
          reason="none"
          danger
          onConfirm={() => kick(kicking)}
          onClose={() => setKicking(null)}
        />
      ) : null}
    </>
  )
}

export default observer(OnlineSession)
