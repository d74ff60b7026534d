import { memberTransfer, transferStatus } from '@assoc/contract/member/transfer'
import { resourcePage } from '@assoc/ui'
import { transferFields } from './fields'

/** Memberships that go over to another company, jurisdiction or category; right after an approval it can be taken back. */
export default resourcePage({
  name: 'member/MemberTransfer',
  title: '会籍转移',
  resource: memberTransfer,
  nameOf: ({ memberName, memberNo }) => `${memberName}（${memberNo}）`,
  keywordHint: '会员编号、名称或代码',
  columns: [
    { field: 'memberNo', width: 120 },
    { field: 'memberName', width: 115 },
    { field: 'transferType', width: 95 },
    { field: 'fromText', width: 110 },
    { field: 'toText', width: 110 },
    { field: 'effectiveDate', width: 115, sortable: true },
    { field: 'transferStatus', width: 95, tag: transferStatus },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
    { field: 'carryBalance', width: 95, hidden: true },
    { field: 'proofFiles', width: 220, hidden: true },
  ],
  fields: transferFields,
  initial: { carryBalance: false },
  detail: ['memberNo', 'memberName', 'transferType', 'transferStatus', 'fromText', 'toText', 'effectiveDate', 'carryBalance', 'proofFiles', 'remark', 'updateTime'],
  texts: {
    submit: '提交后由他人审核，退回之前不能修改。',
    approve: '已到生效日期的，批准后立即写入会员与公司资料；未到的在生效日期自动生效。登记、修改或提交过的人不能批准。',
    sendBack: '退回后由申请人修改并重新提交。请写明原因。',
    reject: '驳回后该转移结束。请写明原因。',
    withdraw: '撤回后该转移结束，需要时可重新申请。',
    undo: '撤销后会员与公司恢复为转移前的样子。生效后又有变化的，不能撤销。',
    delete: '草稿删除后不能恢复。',
  },
  undo: { after: 'approve', by: 'undo', text: ({ transferStatus: status, effectiveDate }) => (status === 'effective' ? '转移已生效' : `将于 ${effectiveDate} 生效`) },
})
