import { reserveStatus } from '@assoc/contract/meeting/reservation'
import { ReasonDialog } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import type { ScheduleStore } from './store'

const TEXT = {
  approve: '同意后预约人会收到通知。',
  reject: '驳回后该时段重新开放，预约人会收到通知。',
  cancel: '取消后该时段重新开放，不能恢复。',
  confirm: '确认后会议室转为使用中，到结束时间自动完成。',
}

/** Asks before a step of a reservation, and for its reason where one is wanted. */
export const Asking = observer(function Asking({ store }: { store: ScheduleStore }) {
  const { asking } = store
  if (!asking) return null
  const { reservation, verb } = asking
  const step = reserveStatus.find(verb, reservation.reserveStatus)
  return (
    <ReasonDialog
      title={`${step?.label ?? ''} · ${reservation.title}`}
      text={`${reservation.roomName}，${reservation.applicantName}。${TEXT[verb]}`}
      confirmText={step?.label ?? '确定'}
      reason={step?.reason ?? 'none'}
      danger={step?.danger ?? false}
      onConfirm={(reason) => store.step(reservation, verb, reason)}
      onClose={() => store.stopAsking()}
    />
  )
})
