import { RESUME_ITEM } from '@assoc/contract/member/data-item'
import { poolStatus, type directorUser } from '@assoc/contract/member/director'
import { profession } from '@assoc/contract/member/profession'
import type { Column, RowOfResource, SearchField } from '@assoc/ui'
import DocumentList from '../JoinAudit/DocumentList'

export type Director = RowOfResource<typeof directorUser>

export const professionsText = ({ professions }: Director): string => professions.map((one) => profession.labels[one]).join('、')

/** Columns of people as they are checked, and as they stand in the pool. */
export const COLUMNS: readonly Column<Director>[] = [
  { field: 'name', width: 90 },
  { field: 'currentUnit', width: 160 },
  { field: 'professions', width: 140, render: professionsText, text: professionsText },
  { field: 'poolStatus', width: 110, tag: poolStatus },
  { field: 'experienceYears', title: '工作年限', width: 110, sortable: true },
  { field: 'currentSeats', title: '任职家数', width: 110, sortable: true },
  { field: 'isAccounting', width: 120, hidden: true },
  { field: 'mobile', width: 125, hidden: true },
  { field: 'updateTime', width: 150, sortable: true, hidden: true },
  { field: 'againDate', width: 130, hidden: true },
  { field: 'titleName', width: 110, hidden: true },
  { field: 'punished36m', width: 165, hidden: true },
  { field: 'email', width: 180, hidden: true },
  { field: 'idCard', width: 180, hidden: true },
]

export const DETAIL = [
  'name', 'poolStatus', 'idCard', 'mobile', 'email', 'currentUnit', 'titleName', 'experienceYears', 'currentSeats', 'isAccounting', 'accountingQual',
  'punished36m', 'resume', 'consentTime', 'refusedDate', 'againDate', 'remark', 'accountName', 'linkStatus', 'linkTime', 'linkEndTime', 'linkEndReason', 'updateTime',
]

/** The search form, with the statuses that a page shows. */
export const searchFor = (statuses: readonly string[]): SearchField[] => [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '姓名、拼音首字母或单位' },
  { kind: 'select', name: 'poolStatus', label: '入库状态', options: poolStatus.options.filter((o) => statuses.includes(o.value)), multiple: true },
  { kind: 'select', name: 'profession', label: '专业领域', options: profession.options },
  { kind: 'select', name: 'isAccounting', label: '会计专业人士', options: [{ value: 'yes', label: '是' }, { value: 'no', label: '否' }] },
  { kind: 'text', name: 'seatsMax', label: '任职家数不多于', placeholder: '0–20' },
  { kind: 'text', name: 'mobile', label: '手机号码', placeholder: '完整的 11 位号码' },
]

/** The fields of a person in words and their documents, below their record. */
export const Beyond = ({ row }: { row: Director }) => (
  <>
    <p>专业领域：{professionsText(row)}</p>
    <DocumentList biz="pool" slots={row.paperSlots} except={[RESUME_ITEM]} open={row.poolStatus === 'pending' || row.poolStatus === 'returned'} />
  </>
)
