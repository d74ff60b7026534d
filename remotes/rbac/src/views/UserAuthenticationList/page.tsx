import { registration } from '@assoc/contract/rbac/registration'
import { userType } from '@assoc/contract/rbac/user-kinds'
import { messageNotice } from '@assoc/session'
import { resourcePage } from '@assoc/ui'

// The page is made when the console's configuration is known.
const NOT_SENT = messageNotice('sms') ?? messageNotice('mail') ?? ''

/** Registered accounts that wait; those who wait longest stand first. */
export default resourcePage({
  name: 'rbac/UserAuthenticationList',
  title: '用户认证列表',
  resource: registration,
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '姓名、账号、手机或公司' },
    { kind: 'select', name: 'typeId', label: '类型', options: userType.options.filter((o) => ['company', 'director', 'secretary'].includes(o.value)) },
  ],
  columns: [
    { field: 'realName', width: 90 },
    { field: 'typeId', width: 110 },
    { field: 'companyName', width: 170 },
    { field: 'loginName', width: 115 },
    { field: 'mobile', width: 120 },
    { field: 'email', width: 160 },
    { field: 'createTime', width: 155, sortable: true },
  ],
  texts: {
    confirm: `请先核对本人与所在公司。通过后即可登录，系统以短信和邮件告知本人。${NOT_SENT}`,
    reject: `不通过的账号随即注销，不能恢复，须重新注册。填写的原因将以短信和邮件告知本人。${NOT_SENT}`,
  },
})
