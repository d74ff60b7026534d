import type { formAnswer } from '@assoc/contract/form/answer'
import { REMINDED_MOST, remindFormAnswers } from '@assoc/contract/form/reminders'
import { api, ApiError, newKey } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, type PageTools, type RowOfResource } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { toldOf } from '../FormList/told'

/** Reminds those of the selected answers who have not handed anything in. */
export const RemindSelected = observer(function RemindSelected({ tools: { list, reload } }: { tools: PageTools<RowOfResource<typeof formAnswer>> }) {
  const [busy, setBusy] = useState(false)
  if (!session().has('form:round:run')) return null
  const chosen = list.store.selected
  const remind = async () => {
    if (list.store.allMatching || chosen.size > REMINDED_MOST) return void toasts.error(`一次最多催报 ${REMINDED_MOST} 份，请在列表中逐页勾选，或在表单列表中催报整次发放`)
    setBusy(true)
    try {
      toasts.success(toldOf(await api(remindFormAnswers, { answerIds: [...chosen.keys()] }, { idempotencyKey: newKey() }), false))
      await reload()
    } catch (caught) {
      if (!(caught instanceof ApiError)) toasts.show('error', '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button disabled={chosen.size === 0} loading={busy} onClick={() => void remind()}>
      {chosen.size > 0 ? `催报所选 ${chosen.size} 份` : '催报所选'}
    </Button>
  )
})
