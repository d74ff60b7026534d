import { reservation } from '@assoc/contract/meeting/reservation-record'
import { resourcePage } from '@assoc/ui'
import { BOOKING_COLUMNS, BOOKING_DETAIL, BOOKING_TEXTS } from '../../rooms/bookings'

/** Bookings that wait for somebody else's approval, the next to begin first. */
export default resourcePage({
  name: 'meeting/ReserveAudit',
  title: '预约审批',
  resource: reservation,
  fixed: { reserveStatus: ['pending'] },
  keywordHint: '预约事由',
  columns: [...BOOKING_COLUMNS, { field: 'createTime', width: 155, sortable: true }],
  detail: BOOKING_DETAIL,
  defaultSort: { field: 'startTime', order: 'asc' },
  steps: { hide: ['cancel', 'confirm', 'release'] },
  texts: BOOKING_TEXTS,
  emptyText: '没有待审批的会议室预约',
})
