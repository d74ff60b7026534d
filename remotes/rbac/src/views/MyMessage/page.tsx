import type { ResponseOf } from '@assoc/contract'
import { notificationRow, readNotifications, readState, selectNotificationByPage } from '@assoc/contract/platform/workspace'
import { api } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { tellLost, toasts } from '@assoc/session'
import { Badge, Button, ListPage, NOTICES_CHANGED, RowActions, StatusTag, theme, Typography, useResourceList, type Column } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'

type Row = ResponseOf<typeof selectNotificationByPage>['items'][number]

/** Most that one request marks. */
const MOST = 200

const COLUMNS: Column<Row>[] = [
  { field: 'title', width: 220, render: (row) => (row.read ? row.title : <Unread title={row.title} />) },
  { field: 'content', width: 420, render: (row) => <span title={row.content}>{row.content || '—'}</span> },
  { field: 'read', title: '状态', width: 90, render: (row) => <StatusTag of={readState} value={row.read ? 'read' : 'unread'} />, text: (row) => (row.read ? '已读' : '未读') },
  { field: 'createTime', width: 155, sortable: true },
]

/** The dot stands still: what pulses without end draws the eye from everything else. */
function Unread({ title }: { title: string }) {
  const { token } = theme.useToken()
  return <Badge color={token.colorInfo} text={<Typography.Text strong>{title}</Typography.Text>} />
}

/** Only a path of the console itself is followed. */
const isInside = (link: string) => link.startsWith('/') && !link.startsWith('//')

/** All notices of the person, read and unread. */
function MyMessage() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const list = useResourceList({ call: selectNotificationByPage, idOf: (row) => row.notificationId, filters: ['keyword', 'readState'], sortable: ['createTime'] })
  const mark = async (rows: readonly Row[] | 'all') => {
    setBusy(true)
    try {
      await api(readNotifications, rows === 'all' ? {} : { notificationIds: rows.map((r) => r.notificationId) })
      window.dispatchEvent(new Event(NOTICES_CHANGED))
      list.store.clearSelection()
      return true
    } catch (error) {
      tellLost(error)
      return false
    } finally {
      setBusy(false)
      void list.reload()
    }
  }
  const open = (row: Row) => {
    if (!row.read) void mark([row])
    if (isInside(row.link)) navigate(row.link)
  }
  return (
    <ListPage
      name="rbac/MyMessage"
      title="我的消息"
      list={list}
      row={notificationRow}
      columns={COLUMNS}
      search={[
        { kind: 'text', name: 'keyword', label: '关键字', placeholder: '标题或内容' },
        { kind: 'select', name: 'readState', label: '状态', options: readState.options },
      ]}
      toolbar={
        <Button loading={busy} disabled={list.store.total === 0} onClick={() => void mark('all').then((done) => done && toasts.success('全部消息已标为已读'))}>
          全部标为已读
        </Button>
      }
      selectable
      selectionActions={(rows) => (
        <Button size="small" loading={busy} disabled={list.store.allMatching || rows.length > MOST} title={`一次最多 ${MOST} 条`} onClick={() => void mark(rows).then((done) => done && toasts.success(`已将 ${rows.length} 条消息标为已读`))}>
          标为已读
        </Button>
      )}
      rowActions={(row) => (
        <RowActions
          actions={[
            ...(isInside(row.link) ? [{ key: 'open', label: '查看', onClick: () => open(row) }] : []),
            ...(row.read ? [] : [{ key: 'read', label: '标为已读', onClick: () => void mark([row]) }]),
          ]}
        />
      )}
      actionsWidth={140}
      emptyAction={<Typography.Text type="secondary">审批结果、导出完成和到期提醒会发到这里。</Typography.Text>}
      onOpen={open}
    />
  )
}

export default observer(MyMessage)
