import { certifyStatus, enterpriseUser } from '@assoc/contract/member/enterprise-user'
import { postType } from '@assoc/contract/member/posts'
import { codeNotice } from '@assoc/session'
import { resourcePage, Select } from '@assoc/ui'

// The page is made when the console's configuration is known.
const NO_CODE = codeNotice('sms')?.text ?? ''

/** People who act for their companies: after a decision the next one that waits is opened. */
export default resourcePage({
  name: 'member/EnterpriseUserAudit',
  title: '企业用户认证',
  resource: enterpriseUser,
  nameOf: ({ applicantName, companyName }) => `${applicantName}（${companyName}）`,
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '申请人、公司名称或代码' },
    { kind: 'select', name: 'certifyStatus', label: '认证状态', options: certifyStatus.options, multiple: true },
    { kind: 'select', name: 'postType', label: '职务类别', options: postType.options, multiple: true },
  ],
  columns: [
    { field: 'applicantName', width: 100 },
    { field: 'companyName', width: 140 },
    { field: 'stockCode', width: 90 },
    { field: 'postType', width: 130 },
    { field: 'mobile', width: 125 },
    { field: 'certifyStatus', width: 100, tag: certifyStatus },
    { field: 'updateTime', width: 150, sortable: true },
    { field: 'creditCode', width: 190, hidden: true },
  ],
  detail: ['applicantName', 'certifyStatus', 'companyName', 'stockCode', 'creditCode', 'postType', 'mobile', 'authLetter', 'licenseFile', 'remark', 'accountName', 'linkStatus', 'linkTime', 'linkEndTime', 'linkEndReason', 'updateTime'],
  fields: {
    creditCode: { placeholder: '18 位', help: '与所选公司登记的代码一致' },
    postType: {
      kind: 'own',
      render: <Select showSearch placeholder="请选择" options={postType.options.filter((o) => o.value !== 'supervisor')} />,
      show: (value) => postType.labels[value as keyof typeof postType.labels],
    },
    authLetter: { help: '须加盖公章' },
  },
  texts: {
    certify: `通过后，申请人成为该公司的在任联系人（已在任的不变），其手机号码的登录账号与公司关联，没有账号的自动开立，首次凭短信验证码登录。${NO_CODE}`,
    reject: '驳回后由登记人更正并重新提交。',
    submit: '提交后由登记人以外的人审核。',
    cancel: '注销后登录账号与公司的关联立即终止，不再代表公司办理业务，不能恢复；联系人的任职记录不变。须由登记人以外的人办理。',
  },
  review: ['certify', 'reject'],
})
