import { viewLink, type ResponseOf } from '@assoc/contract'
import { readNotifications, selectNotificationByPage } from '@assoc/contract/platform/workspace'
import { api, dateFormat } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { toasts } from '@assoc/session'
import { AppDrawer, Badge, Button, FailedToLoad, Flex, Segmented, Skeleton, StateScreen, Typography } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useWorkspace } from '../workspace/workspace-context'

type Notices = ResponseOf<typeof selectNotificationByPage>

/** Notices of the server and the toasts of this page, for whoever looked away. */
export const NoticeDrawer = observer(function NoticeDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const [part, setPart] = useState<'notices' | 'toasts'>('notices')
  return (
    <AppDrawer open={open} title="通知" size={420} onClose={onClose}>
      <Segmented block value={part} onChange={setPart} options={[{ value: 'notices', label: '消息' }, { value: 'toasts', label: '本次提示' }]} style={{ marginBottom: 12 }} />
      <Button type="link" block onClick={() => (onClose(), navigate(viewLink('rbac/MyTodo')))}>
        查看我的待办
      </Button>
      {open && part === 'notices' ? <NoticeList onGo={onClose} /> : null}
      {part === 'toasts' ? <ToastHistory /> : null}
    </AppDrawer>
  )
})

const NoticeList = observer(function NoticeList({ onGo }: { onGo: () => void }) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const [notices, setNotices] = useState<Notices | 'failed' | null>(null)
  const load = () => {
    setNotices(null)
    api(selectNotificationByPage, { page: 1, pageSize: 50 }).then(
      (found) => {
        setNotices(found)
        workspace.setUnread(found.unread)
      },
      () => setNotices('failed'),
    )
  }
  useEffect(load, [workspace])
  const read = async (notificationIds?: string[]) => {
    await api(readNotifications, notificationIds ? { notificationIds } : {}).catch(() => undefined)
    load()
  }
  if (notices === null) return <Skeleton active />
  if (notices === 'failed') return <FailedToLoad onRetry={load} />
  if (notices.items.length === 0) return <StateScreen title="没有新消息" />
  return (
    <Flex vertical gap={4}>
      <Flex justify="flex-end">
        <Button type="link" size="small" disabled={notices.unread === 0} onClick={() => void read()}>
          全部标为已读
        </Button>
      </Flex>
      {notices.items.map((n) => (
        <Button
          key={n.notificationId}
          type="text"
          style={{ height: 'auto', padding: 8, textAlign: 'left', justifyContent: 'flex-start', whiteSpace: 'normal' }}
          onClick={() => {
            void read([n.notificationId])
            if (n.link.startsWith('/') && !n.link.startsWith('//')) {
              onGo()
              navigate(n.link)
            }
          }}
        >
          <Flex vertical>
            <Badge dot={!n.read} offset={[6, 4]}>
              <strong>{n.title}</strong>
            </Badge>
            <span>{n.content}</span>
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              {dateFormat(n.createTime, 'YYYY-MM-DD HH:mm')}
            </Typography.Text>
          </Flex>
        </Button>
      ))}
    </Flex>
  )
})

const ToastHistory = observer(function ToastHistory() {
  if (toasts.history.length === 0) return <StateScreen title="还没有提示" />
  return (
    <Flex vertical gap={8}>
      {toasts.history.map((t) => (
        <Flex key={t.id} vertical>
          <Typography.Text type={t.kind === 'error' ? 'danger' : undefined}>{t.text}</Typography.Text>
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            {dateFormat(t.at, 'HH:mm:ss')}
          </Typography.Text>
        </Flex>
      ))}
    </Flex>
  )
})
