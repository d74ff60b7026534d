import { applyStatus, exchangeApply } from '@assoc/contract/meeting/exchange-apply'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { lazy } from 'react'

const NewApplication = lazy(() => import('../../exchanges/ApplyDialog').then((m) => ({ default: m.NewApplication })))

/** Who applied for exchanges: for staff to decide on, for others their own and their company's. */
export default resourcePage({
  name: 'meeting/ExchangeApply',
  title: '交流报名',
  resource: exchangeApply,
  keywordHint: '姓名或单位',
  columns: [
    { field: 'name', width: 100 },
    { field: 'companyName', width: 130 },
    { field: 'postName', width: 130 },
    { field: 'exchangeName', width: 230 },
    { field: 'exchangeType', width: 115 },
    { field: 'startDate', width: 110 },
    { field: 'mobile', width: 125 },
    { field: 'ofCompany', width: 120 },
    { field: 'before', width: 110 },
    { field: 'applyStatus', width: 95, title: '状态', tag: applyStatus },
    { field: 'createTime', width: 155, sortable: true },
    { field: 'insureFlag', width: 90, hidden: true },
    { field: 'passportNo', width: 110, hidden: true },
    { field: 'auditOpinion', width: 160, hidden: true },
  ],
  create: false,
  createBy: { label: '登记报名', may: () => session().has('exchange:apply:update') && session().has('exchange:exchange:read'), dialog: NewApplication },
  fields: { unitName: { help: '不在公司库中的填写单位名称' }, passportNo: { help: '只用于境外考察，活动总结后删除' }, remark: { span: 2 } },
  texts: {
    approve: '通过后占用一个名额，并以短信和邮件告知本人。名额或本单位限额已满时不能通过，可以转候补。',
    wait: '审核通过但没有名额的转入候补，有名额空出时按顺序自动递补。',
    refuse: '把审核意见告知本人，护照号随即删除。',
    cancel: '取消后释放名额，按候补顺序递补下一位；护照号随即删除。取消后可以重新报名。',
    attend: '记为已参加；活动有认定学时的记入学时台账。',
    revoke: '撤销后恢复为已通过，已记的学时随之撤销。',
  },
})
