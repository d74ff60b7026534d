import { notice, readState } from '@assoc/contract/rbac/notice'
import { dateFormat } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { tellLost } from '@assoc/session'
import { actOn, NOTICES_CHANGED, resourcePage, StatusTag, type PageTools, type RowOfResource } from '@assoc/ui'
import { ReadAll } from './ReadAll'
import { Snooze } from './Snooze'
import { Unread } from './Unread'

type Row = RowOfResource<typeof notice>

/** Only a path of the console itself is followed. */
const isInside = (link: string) => link.startsWith('/') && !link.startsWith('//')
/** Put aside, and not come back yet. */
const isAside = ({ snoozedUntil }: Row) => snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now()
const changed = () => void window.dispatchEvent(new Event(NOTICES_CHANGED))

/** Follows the link of a notice, which is read by that. */
function useOpen() {
  const navigate = useNavigate()
  return (row: Row, { reload }: PageTools<Row>) => {
    if (!row.read) actOn(notice, row.notificationId, 'read').then(changed, tellLost).finally(() => void reload())
    if (isInside(row.link)) navigate(row.link)
  }
}

/** All notices of the person, read and unread. */
export default resourcePage({
  name: 'rbac/MyMessage',
  title: '我的消息',
  resource: notice,
  keywordHint: '标题或内容',
  columns: [
    { field: 'title', width: 220, render: (row) => (row.read ? row.title : <Unread title={row.title} />) },
    { field: 'content', width: 420, render: (row) => <span title={row.content}>{row.content || '—'}</span> },
    { field: 'noticeKind', width: 120 },
    { field: 'read', title: '状态', width: 90, render: (row) => <StatusTag of={readState} value={row.read ? 'read' : 'unread'} />, text: (row) => (row.read ? '已读' : '未读') },
    { field: 'snoozedUntil', width: 130, render: (row) => (isAside(row) ? dateFormat(row.snoozedUntil, 'MM-DD HH:mm') : '—') },
    { field: 'createTime', width: 155, sortable: true },
  ],
  dialogs: { snooze: Snooze },
  usePage: () => {
    const onOpen = useOpen()
    return {
      onOpen,
      actions: (row, tools: PageTools<Row, 'snooze'>) => [
        ...(isInside(row.link) ? [{ key: 'open', label: '查看', onClick: () => onOpen(row, tools) }] : []),
        { key: 'snooze', label: '稍后提醒', onClick: () => tools.show('snooze', row) },
      ],
    }
  },
  toolbar: ({ list: { store }, reload }) => <ReadAll disabled={store.total === 0} onDone={() => (changed(), void reload())} />,
  onChanged: changed,
  detail: false,
  emptyText: '审批结果、导出完成和到期提醒会发到这里。',
})
