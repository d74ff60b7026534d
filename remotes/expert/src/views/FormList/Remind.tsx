import { REMIND_PAUSE_HOURS, remindFormRound } from '@assoc/contract/form/reminders'
import type { formRound } from '@assoc/contract/form/round'
import { api, ApiError, newKey } from '@assoc/http'
import { Alert, AppModal, Typography, type PageDialog, type RowOfResource } from '@assoc/ui'
import { useRef, useState } from 'react'
import { toldOf } from './told'

/** Reminds all of a round who have not handed anything in. */
export function Remind({ row, onClose, onDone }: PageDialog<RowOfResource<typeof formRound>>) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const key = useRef(newKey())
  const remind = async () => {
    setBusy(true)
    try {
      onDone(toldOf(await api(remindFormRound, { roundId: row.roundId }, { idempotencyKey: key.current })))
    } catch (caught) {
      setRefused(caught instanceof ApiError ? caught.message : '网络连接失败，请重试')
      setBusy(false)
    }
  }
  return (
    <AppModal open title={`催报：${row.roundName}`} okText="催报" cancelText="取消" confirmLoading={busy} onOk={() => void remind()} onCancel={onClose}>
      {refused ? <Alert type="error" showIcon title={refused} style={{ marginBottom: 12 }} /> : null}
      <Typography.Paragraph>
        给未交的 {row.missingCount} 份填报的账号发送提醒。{REMIND_PAUSE_HOURS} 小时内已催报过的不再发送。
      </Typography.Paragraph>
    </AppModal>
  )
}
