import { BY_OTHERS, labelOf } from '@assoc/contract'
import { reservationRow, reserveStatus } from '@assoc/contract/meeting/reservation'
import { cancelSeries } from '@assoc/contract/meeting/reservation-series'
import { api, ApiError } from '@assoc/http'
import { toasts } from '@assoc/session'
import { AppModal, Button, Descriptions, Flex, Popconfirm, StatusTag } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { stretchOf } from './rules'
import type { ScheduleStore, Step } from './store'
import { clock, dayOf, longDay } from './time'
import type { Reservation } from './types'

/** Cancels a booking of a series and those that follow it; a refusal has its toast. */
async function cancelFrom(store: ScheduleStore, { reservationId, version }: Reservation): Promise<void> {
  try {
    const { cancelled } = await api(cancelSeries, { reservationId, version })
    toasts.success(`已取消 ${cancelled} 次预约`)
    store.closeDetails()
  } catch (error) {
    if (!(error instanceof ApiError)) toasts.error('网络连接失败，请重试')
  }
  await store.reload()
}

/** A reservation with all it has, and exactly the buttons that this person may press. */
export const Details = observer(function Details({ store, reservation }: { store: ScheduleStore; reservation: Reservation }) {
  const { from, to } = stretchOf(reservation)
  // The filled button stands last.
  const steps = reserveStatus.transitions.filter((t) => reservation.abilities.includes(t.verb)).reverse()
  const mayApprove = steps.some((t) => t.verb === 'approve')
  const change = reservation.abilities.includes('update') ? (
    <Button type={mayApprove ? 'default' : 'primary'} onClick={() => store.edit(reservation)}>
      修改
    </Button>
  ) : null
  const others = reserveStatus.transitions.filter((t) => reservation.separated.includes(t.verb))
  const item = (key: string, children: string | number) => ({ key, label: labelOf(reservationRow, key), children })
  return (
    <AppModal
      open
      title={reservation.title}
      onCancel={() => store.closeDetails()}
      footer={
        <Flex gap={8} justify="flex-end" wrap>
          <Button onClick={() => store.closeDetails()}>关闭</Button>
          {mayApprove ? change : null}
          {reservation.seriesId && reservation.abilities.includes('cancel') ? (
            <Popconfirm title="取消本次及之后的全部预约？" description="包括系列中的所有会议室，取消后不能恢复。" okText="全部取消" cancelText="保留" onConfirm={() => void cancelFrom(store, reservation)}>
              <Button danger>取消本次及之后</Button>
            </Popconfirm>
          ) : null}
          {steps.map((t) => (
            <Button key={t.verb} danger={t.danger ?? false} type={t.verb === 'approve' ? 'primary' : 'default'} onClick={() => store.ask(reservation, t.verb as Step)}>
              {t.label}
            </Button>
          ))}
          {mayApprove ? null : change}
        </Flex>
      }
    >
      <Descriptions
        column={1}
        size="small"
        items={[
          item('roomName', reservation.roomName),
          { key: 'time', label: '时间', children: `${longDay(dayOf(reservation.startTime))} ${clock(from)}–${clock(to)}` },
          ...(reservation.seriesId ? [{ key: 'series', label: '系列', children: '系列预约中的一次' }] : []),
          item('applicantName', reservation.applicantName),
          item('attendNum', `${reservation.attendNum} 人`),
          { key: 'reserveStatus', label: '状态', children: <StatusTag of={reserveStatus} value={reservation.reserveStatus} /> },
          ...(others.length > 0 ? [{ key: 'separated', label: '审批', children: BY_OTHERS }] : []),
        ]}
      />
    </AppModal>
  )
})
