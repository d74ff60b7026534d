import { reservation } from '@assoc/contract/meeting/reservation-record'
import { Button, resourcePage } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'
import { BOOKING_COLUMNS, BOOKING_DETAIL, BOOKING_TEXTS } from '../../rooms/bookings'

const RoomUse = lazy(() => import('./RoomUse'))

/** What was booked and what became of it. */
export default resourcePage({
  name: 'meeting/ReserveHistory',
  title: '预约历史',
  resource: reservation,
  keywordHint: '预约事由',
  columns: [...BOOKING_COLUMNS, { field: 'presentTime', width: 155, hidden: true }, { field: 'rejectReason', width: 180, hidden: true }, { field: 'createTime', width: 155, sortable: true, hidden: true }],
  detail: BOOKING_DETAIL,
  steps: { hide: ['approve', 'reject', 'release'] },
  review: false,
  texts: BOOKING_TEXTS,
  toolbar: () => <Use />,
})

/** Opens what the rooms were used for, with figures that lead back to the list. */
function Use() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>使用统计</Button>
      {open ? (
        <Suspense>
          <RoomUse onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
