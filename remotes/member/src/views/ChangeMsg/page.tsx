import { changeRequest, changeStatus } from '@assoc/contract/member/change-request'
import { resourcePage } from '@assoc/ui/data'
import { useChangeFields } from './fields'

/** Changes of single fields of records that somebody asks for; passing one writes the record. */
export default resourcePage({
  name: 'member/ChangeMsg',
  title: '变更信息管理',
  resource: changeRequest,
  keywordHint: '变更编号或对象名称',
  columns: [
    { field: 'changeNo', width: 150, sortable: true },
    { field: 'targetType', width: 85 },
    { field: 'targetName', width: 115 },
    { field: 'fieldLabel', width: 105 },
    { field: 'oldText', width: 140 },
    { field: 'newText', width: 140 },
    { field: 'changeStatus', width: 95, tag: changeStatus },
    { field: 'submitter', width: 90, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  useFields: useChangeFields,
  detail: ['changeNo', 'changeStatus', 'targetType', 'targetName', 'fieldLabel', 'oldText', 'newText', 'proofFiles', 'submitter', 'remark', 'updateTime'],
  texts: {
    pass: '通过后立即写入对象的资料，原内容保留在申请中。提交之后对象的这一项又有变化的，不能通过。提交人不能审核自己的申请。',
    reject: '驳回后该申请结束，资料不变。请写明原因。',
    withdraw: '撤回后该申请结束，资料不变。',
  },
  actionsWidth: 110,
})
