import { deletedMember, memberStatus, restoreMember } from '@assoc/contract/member/member'
import { api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { ReasonDialog, resourcePage, type PageDialog, type RowOfResource } from '@assoc/ui'

type Member = RowOfResource<typeof deletedMember>

const nameOf = ({ memberName, memberNo }: Member) => `${memberName}（${memberNo}）`

/** Members that were deleted, and the way back for them. */
export default resourcePage({
  name: 'member/MemberDeleted',
  title: '会员回收站',
  resource: deletedMember,
  nameOf,
  columns: [
    { field: 'memberNo', width: 125, sortable: true },
    { field: 'memberName', width: 150 },
    { field: 'stockCode', width: 95 },
    { field: 'categoryName', width: 130 },
    { field: 'memberStatus', width: 130, tag: memberStatus },
    { field: 'jurisdiction', width: 100 },
    { field: 'deletedBy', width: 110 },
    { field: 'deleteTime', width: 160, sortable: true },
  ],
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '会员编号、名称或代码' },
    { kind: 'dates', name: 'deleteTimeFrom', to: 'deleteTimeTo', label: '删除日期' },
  ],
  detail: ['memberNo', 'memberName', 'stockCode', 'memberStatus', 'categoryName', 'jurisdiction', 'representativeName', 'liaisonName', 'deletedBy', 'deleteTime'],
  actions: (member, { show }) => [{ key: 'restore', label: '恢复', onClick: () => show('restore', member) }],
  dialogs: { restore: Restore },
})

function Restore({ row: member, onClose, onDone }: PageDialog<Member>) {
  return (
    <ReasonDialog
      title={`恢复会员：${nameOf(member)}`}
      text={`恢复后以“${memberStatus.labels[member.memberStatus]}”状态回到会员列表。该公司或个人已有其他在籍会籍的，不能恢复。`}
      confirmText="恢复"
      reason="none"
      onConfirm={async () => {
        await api(restoreMember, { memberId: member.memberId, version: member.version })
        toasts.success(`${nameOf(member)}：已恢复`)
        onDone()
      }}
      onClose={onClose}
    />
  )
}
