import { readNotifications, unreadNotifications } from '@assoc/contract/platform/workspace'
import { api } from '@assoc/http'
import { tellLost } from '@assoc/session'
import { Button, undos } from '@assoc/ui'
import { useState } from 'react'

/** Marks all notices of the person read, whatever the list shows of them. */
export function ReadAll({ disabled, onDone }: { disabled: boolean; onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const readAll = async () => {
    setBusy(true)
    try {
      const { readTime } = await api(readNotifications, {})
      undos.offer('全部消息已标为已读', () => api(unreadNotifications, { readTime }).catch(tellLost).then(onDone))
    } catch (error) {
      tellLost(error)
    } finally {
      setBusy(false)
      onDone()
    }
  }
  return (
    <Button loading={busy} disabled={disabled} onClick={() => void readAll()}>
      全部标为已读
    </Button>
  )
}
