import { readNotifications } from '@assoc/contract/platform/workspace'
import { api } from '@assoc/http'
import { tellLost, toasts } from '@assoc/session'
import { Button } from '@assoc/ui'
import { useState } from 'react'

/** Marks all notices of the person read, whatever the list shows of them. */
export function ReadAll({ disabled, onDone }: { disabled: boolean; onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const readAll = async () => {
    setBusy(true)
    try {
      await api(readNotifications, {})
      toasts.success('全部消息已标为已读')
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
