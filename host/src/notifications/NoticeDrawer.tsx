import { viewLink, type ResponseOf } from '@assoc/contract'
import { noticeKind, snoozeFor, type SnoozeFor } from '@assoc/contract/platform/notice-kind'
import { readNotifications, selectNotificationByPage, snoozeNotifications, unreadNotifications } from '@assoc/contract/platform/workspace'
import { api, dateFormat } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { tellLost, toasts } from '@assoc/session'
import { AppDrawer, Badge, Button, ClockCircleOutlined, Dropdown, FailedToLoad, Flex, Segmented, Skeleton, StateScreen, Typography, undos } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useWorkspace } from '../workspace/workspace-context'
import { NoticeSettings } from './NoticeSettings'

type Notices = ResponseOf<typeof selectNotificationByPage>

/** Notices of the server and the toasts of this page, for whoever looked away. */
export const NoticeDrawer = observer(function NoticeDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const [part, setPart] = useState<'notices' | 'toasts' | 'settings'>('notices')
  return (
    <AppDrawer open={open} title="通知" size={420} onClose={onClose}>
      <Segmented block value={part} onChange={setPart} options={[{ value: 'notices', label: '消息' }, { value: 'toasts', label: '本次提示' }, { value: 'settings', label: '接收设置' }]} style={{ marginBottom: 12 }} />
      <Flex gap={8} justify="center" hidden={part === 'settings'}>
        <Button type="link" onClick={() => (onClose(), navigate(viewLink('rbac/MyTodo')))}>
          查看我的待办
        </Button>
        <Button type="link" onClick={() => (onClose(), navigate(viewLink('rbac/MyMessage')))}>
          全部消息
        </Button>
      </Flex>
      {open && part === 'notices' ? <NoticeList onGo={onClose} /> : null}
      {part === 'toasts' ? <ToastHistory /> : null}
      {open && part === 'settings' ? <NoticeSettings /> : null}
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
    const answer = await api(readNotifications, notificationIds ? { notificationIds } : {}).catch(() => null)
    load()
    if (answer && !notificationIds) undos.offer('全部消息已标为已读', () => api(unreadNotifications, { readTime: answer.readTime }).catch(tellLost).then(load))
  }
  const snooze = async (notificationId: string, until: SnoozeFor) => {
    try {
      const answer = await api(snoozeNotifications, { notificationIds: [notificationId], until })
      toasts.success(`${dateFormat(answer.until, 'MM-DD HH:mm')} 再次提醒`)
    } catch (error) {
      tellLost(error)
    }
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
        <Flex key={n.notificationId} align="start" gap={4}>
          <Button
            type="text"
            style={{ flex: 1, minWidth: 0, height: 'auto', padding: 8, textAlign: 'left', justifyContent: 'flex-start', whiteSpace: 'normal' }}
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
                {noticeKind.labels[n.noticeKind]}　{dateFormat(n.createTime, 'YYYY-MM-DD HH:mm')}
                {n.snoozedUntil ? `　${dateFormat(n.snoozedUntil, 'MM-DD HH:mm')} 再次提醒` : ''}
              </Typography.Text>
            </Flex>
          </Button>
          <Dropdown trigger={['click']} autoFocus menu={{ items: snoozeFor.options.map(({ value, label }) => ({ key: value, label, onClick: () => void snooze(n.notificationId, value) })) }}>
            <Button type="text" icon={<ClockCircleOutlined />} aria-label={`稍后提醒：${n.title}`} title="稍后提醒" />
          </Dropdown>
        </Flex>
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
