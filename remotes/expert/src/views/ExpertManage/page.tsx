import { expert, expertStatus } from '@assoc/contract/expert/expert'
import { resourcePage } from '@assoc/ui'

/** People who review works for the association. */
export default resourcePage({
  name: 'expert/ExpertManage',
  title: '专家管理',
  resource: expert,
  keywordHint: '编号、姓名、拼音首字母、单位或完整手机号',
  columns: [
    { field: 'expertNo', width: 110, sortable: true },
    { field: 'name', width: 100 },
    { field: 'unit', width: 200 },
    { field: 'titleName', width: 110 },
    { field: 'fields', width: 180 },
    { field: 'mobile', width: 125 },
    { field: 'email', width: 180, hidden: true },
    { field: 'termEnd', width: 115, sortable: true },
    { field: 'termState', width: 110 },
    { field: 'expertStatus', width: 100, title: '状态', tag: expertStatus },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  fields: { relatedCompanies: { span: 2, help: '任职、担任董监高、近 24 个月有偿服务的单位，用于回避' }, idCard: { help: '仅用于支付评审费，可以后补填' }, bankCard: { help: '仅用于支付评审费，可以后补填' }, remark: { span: 2 } },
  defaultSort: { field: 'updateTime', order: 'desc' },
})
