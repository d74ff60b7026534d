import { snoozeFor, type SnoozeFor } from '@assoc/contract/platform/notice-kind'
import type { notice } from '@assoc/contract/rbac/notice'
import { snoozeNotifications } from '@assoc/contract/platform/workspace'
import { api, dateFormat } from '@assoc/http'
import { tellLost } from '@assoc/session'
import { AppModal, Button, Flex, type PageDialog, type RowOfResource } from '@assoc/ui'
import { useState } from 'react'

/** Puts a notice aside until a time that is chosen, or brings it back. */
export function Snooze({ row, onDone, onClose }: PageDialog<RowOfResource<typeof notice>>) {
  const [busy, setBusy] = useState(false)
  const [aside] = useState(() => row.snoozedUntil !== null && Date.parse(row.snoozedUntil) > Date.now())
  const put = async (until: SnoozeFor | null) => {
    setBusy(true)
    try {
      const answer = await api(snoozeNotifications, { notificationIds: [row.notificationId], until })
      onDone(answer.until ? `${dateFormat(answer.until, 'MM-DD HH:mm')} 再次提醒` : '已恢复提醒')
    } catch (error) {
      tellLost(error)
      setBusy(false)
    }
  }
  return (
    <AppModal open title={`稍后提醒：${row.title}`} footer={null} width={360} onCancel={onClose}>
      <Flex vertical gap={8}>
        {snoozeFor.options.map(({ value, label }, at) => (
          <Button key={value} block autoFocus={at === 0} disabled={busy} onClick={() => void put(value)}>
            {label}
          </Button>
        ))}
        {aside ? (
          <Button block disabled={busy} onClick={() => void put(null)}>
            现在恢复提醒
          </Button>
        ) : null}
      </Flex>
    </AppModal>
  )
}
