import { exclusiveStatus, exclusiveUser } from '@assoc/contract/member/exclusive-user'
import { resourcePage } from '@assoc/ui'

/** People of members whom services are open to, up to a day. */
export default resourcePage({
  name: 'member/ExclusiveUser',
  title: '会员专属用户',
  resource: exclusiveUser,
  keywordHint: '姓名、会员编号、公司名称或代码',
  columns: [
    { field: 'name', width: 100 },
    { field: 'memberName', width: 130 },
    { field: 'memberNo', width: 125 },
    { field: 'postName', width: 130 },
    { field: 'mobile', width: 130 },
    { field: 'validTo', width: 120, sortable: true },
    { field: 'exclusiveStatus', width: 95, tag: exclusiveStatus },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
    { field: 'remark', width: 180, hidden: true },
  ],
  detail: ['name', 'exclusiveStatus', 'memberNo', 'memberName', 'companyName', 'postName', 'mobile', 'validTo', 'remark', 'updateTime'],
  fields: { mobile: { help: '一个手机号码只能登记一次' }, validTo: { help: '不填则长期有效；到期后自动过期' } },
  texts: {
    disable: '停用后该用户不能再使用会员专属服务，可以再次启用。',
    enable: '启用后恢复使用。已过期的，请先在“修改”中延长有效期。',
    delete: '删除后不能恢复，手机号码可以重新登记。',
  },
})
