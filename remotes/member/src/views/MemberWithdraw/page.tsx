import { memberWithdraw, withdrawStatus, withdrawType } from '@assoc/contract/member/withdraw'
import { resourcePage } from '@assoc/ui'

/** Cases in which a membership ends; what is owed is told for information alone. */
export default resourcePage({
  name: 'member/MemberWithdraw',
  title: '退会与除名',
  resource: memberWithdraw,
  nameOf: ({ memberName, memberNo }) => `${memberName}（${memberNo}）`,
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '会员编号、名称或代码' },
    { kind: 'select', name: 'withdrawType', label: '终止类型', options: withdrawType.options },
    { kind: 'select', name: 'withdrawStatus', label: '办理状态', options: withdrawStatus.options },
  ],
  columns: [
    { field: 'memberNo', width: 120 },
    { field: 'memberName', width: 120 },
    { field: 'withdrawType', width: 115 },
    { field: 'withdrawStatus', width: 100, tag: withdrawStatus },
    { field: 'arrears', width: 122 },
    { field: 'decisionNo', width: 140 },
    { field: 'updateTime', width: 155, sortable: true },
    { field: 'reason', width: 220, hidden: true },
    { field: 'certReturned', width: 100, hidden: true },
    { field: 'applyLetter', width: 200, hidden: true },
  ],
  fields: {
    memberId: { help: '登记后不能修改。自愿退会登记后，会员即转为“退会办理中”' },
    withdrawType: { help: '登记后不能修改' },
    reason: { kind: 'longText' },
    applyLetter: { help: '自愿退会须在受理前上传' },
    decisionNo: { help: '除名和自动丧失会籍须在审议通过前填写', placeholder: '例如 协字〔2026〕1号' },
  },
  initial: { certReturned: false },
  detail: ['memberNo', 'memberName', 'companyName', 'withdrawType', 'withdrawStatus', 'reason', 'arrears', 'applyLetter', 'certReturned', 'decisionNo', 'remark', 'updateTime'],
  texts: {
    accept: '自愿退会须已上传退会函。受理后等待理事会或常务理事会审议。',
    decide: '审议通过后会籍即告终止，不能撤回，其专属用户随之停用。欠费不影响退会，已缴会费不予退还。',
    cancel: '撤销后会籍不变；自愿退会的，会员恢复为正常。请写明原因。',
  },
})
