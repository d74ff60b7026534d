import { selectTrialMenus, trialAccount, trialStatus } from '@assoc/contract/member/trial-account'
import { api } from '@assoc/http'
import { session } from '@assoc/session'
import { resourcePage, treeOptions } from '@assoc/ui'
import { ExtendTrial, OpenTrial, TrialLetter } from './dialogs'

/** Menus that can be opened to a trial; a chosen group means all its pages. */
const trialMenus = async () => treeOptions(await api(selectTrialMenus, {}), (menu) => menu.menuId, (menu) => menu.parentId, (menu) => menu.menuName)

/** Accounts that units try the console with. */
export default resourcePage({
  name: 'member/ProbationAudit',
  title: '试用账号管理',
  resource: trialAccount,
  nameOf: ({ accountName }) => accountName,
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '账号、单位或申请人' },
    { kind: 'select', name: 'trialStatus', label: '试用状态', options: trialStatus.options, multiple: true },
    { kind: 'dates', name: 'endDateFrom', to: 'endDateTo', label: '结束日期' },
  ],
  columns: [
    { field: 'accountName', width: 115 },
    { field: 'orgName', width: 130 },
    { field: 'applicantName', width: 90 },
    { field: 'trialStatus', width: 100, tag: trialStatus },
    { field: 'startDate', width: 115 },
    { field: 'endDate', width: 120, sortable: true },
    { field: 'menuNames', width: 160 },
    { field: 'extended', width: 80, hidden: true },
    { field: 'mobile', width: 125, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  detail: ['accountName', 'trialStatus', 'orgName', 'applicantName', 'mobile', 'menuNames', 'startDate', 'endDate', 'extended', 'remark', 'updateTime'],
  fields: {
    accountName: { placeholder: '例如 tryout01', help: '用于登录，开通后不能修改' },
    mobile: { help: '不能是其他账号已用的号码' },
    menuIds: { kind: 'tree', load: trialMenus, multiple: true, span: 2, help: '试用账号只能查看，不能修改' },
    endDate: { help: '连同开始当天最长 30 天，当天结束后自动到期' },
  },
  // Opening and extending have dialogs of their own; who asked for a trial or changed it does neither.
  actions: (trial, { show }) => {
    if (!session().has('director:trial:audit')) return []
    if (trial.trialStatus === 'pending' && !trial.separated?.includes('open')) return [{ key: 'open', label: '开通', onClick: () => show('open', trial) }]
    if (trial.trialStatus === 'running' && trial.createBy !== session().userInfo?.userId) return [{ key: 'letter', label: '打印密码函', onClick: () => show('letter', trial) }]
    return trial.trialStatus === 'ended' && !trial.extended && !trial.separated?.includes('extend') ? [{ key: 'extend', label: '延期', onClick: () => show('extend', trial) }] : []
  },
  dialogs: { open: OpenTrial, extend: ExtendTrial, letter: TrialLetter },
  texts: {
    reject: '驳回后该申请结束，可以用同一账号重新登记。',
    disable: '停用后账号立即退出登录，不能再登录。',
    enable: '恢复后可以继续登录；已过结束日期的，会转为已到期。',
    turn: '转为正式后，账号不再有结束日期，菜单和权限保持不变。',
  },
})
