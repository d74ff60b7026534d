import { resetStatus, secondFactorReset } from '@assoc/contract/rbac/second-factor-reset'
import { resourcePage } from '@assoc/ui'

/** Second factors that are taken away by two: one asks, another one confirms within a day. */
export default resourcePage({
  name: 'rbac/SecondFactorReset',
  title: '二次验证重置',
  resource: secondFactorReset,
  columns: [
    { field: 'realName', width: 100 },
    { field: 'loginName', width: 130 },
    { field: 'reason', width: 220 },
    { field: 'resetStatus', width: 92, tag: resetStatus },
    { field: 'askName', width: 100 },
    { field: 'createTime', width: 155, sortable: true },
    { field: 'expireTime', width: 155 },
    { field: 'decideName', width: 100 },
    { field: 'decideTime', width: 155, hidden: true },
    { field: 'decideReason', width: 180, hidden: true },
  ],
  fields: {
    userId: { span: 1, help: '手机遗失且没有恢复码、已经核实是本人的' },
    reason: { help: '写明怎样核实了本人身份，确认人和审计人员会看到' },
  },
  texts: {
    approve: '确认后，此人的二次验证、恢复码和信任的设备一并失效，并立即退出登录；下次登录只需密码，或按安全策略重新启用。请先核实是其本人要求。',
    withdraw: '撤回后，须重新申请才能办理。',
  },
  detail: ['loginName', 'resetStatus', 'reason', 'askName', 'createTime', 'expireTime', 'decideName', 'decideTime', 'decideReason'],
})
