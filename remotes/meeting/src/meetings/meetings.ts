import type { ResponseOf } from '@assoc/contract'
import { meetingStatus, type meetingResource } from '@assoc/contract/meeting/meeting'
import type { Column } from '@assoc/ui'

type Row = ResponseOf<typeof meetingResource.list>['items'][number]

/** Columns of meetings, in the list and where they are approved. */
export const MEETING_COLUMNS: readonly Column<Row>[] = [
  { field: 'meetingName', width: 230 },
  { field: 'meetNo', width: 150 },
  { field: 'meetingType', width: 120 },
  { field: 'startTime', width: 165, sortable: true },
  { field: 'address', width: 170 },
  { field: 'organizerDeptName', width: 120 },
  { field: 'taken', width: 90 },
  { field: 'capacity', width: 90, render: ({ capacity }) => (capacity === 0 ? '不限' : capacity.toLocaleString('zh-CN')) },
  { field: 'waiting', width: 90 },
  { field: 'meetingStatus', width: 100, title: '状态', tag: meetingStatus },
  { field: 'auditing', width: 80, hidden: true },
  { field: 'feeAmount', width: 130, hidden: true },
  { field: 'regEnd', width: 150, hidden: true },
  { field: 'updateTime', width: 155, sortable: true, hidden: true },
]

/** What of a meeting stands on its page, in its order. */
export const MEETING_DETAIL = [
  'meetingName', 'meetNo', 'meetingType', 'meetingStatus', 'organizerDeptName', 'taken', 'waiting', 'auditing', 'startTime', 'endTime', 'address', 'onlineUrl', 'contactName', 'contactPhone', 'regStart', 'regEnd', 'changeUntil',
  'capacity', 'perCompanyLimit', 'needAudit', 'countPending', 'offerHours', 'audienceCategoryNames', 'audienceJurisdictions', 'feeAmount', 'payUntil', 'options', 'questions', 'roomStates', 'cover', 'detail', 'updateTime',
] as const
