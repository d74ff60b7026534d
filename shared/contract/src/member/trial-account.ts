import { z } from 'zod'
import { body, call } from '../core/call'
import { date, id, optionalText, ref, text, version, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { mobile } from '../rules/identifiers'
import { director } from './permits'

/** Days that a trial lasts at most, and so many more with its one extension (domain A15). */
export const TRIAL_DAYS = 30

const audit = 'director:trial:audit'
export const trialStatus = statusMachine(
  '试用状态',
  {
    pending: ['待审核', 'amber'],
    running: ['试用中', 'green'],
    ended: ['已到期', 'violet'],
    disabled: ['已停用', 'grey'],
    turned: ['已转正', 'teal'],
    rejected: ['已驳回', 'red'],
  },
  [
    { from: ['pending'], to: 'running', verb: 'open', label: '开通', permit: audit, reason: 'optional', single: true, separate: true },
    { from: ['pending'], to: 'rejected', verb: 'reject', label: '驳回', permit: audit, reason: 'required', reasonLabel: '审核意见', danger: true, separate: true },
    { from: ['running'], to: 'ended', verb: 'expire', label: '到期', permit: audit, single: true },
    { from: ['running'], to: 'disabled', verb: 'disable', label: '停用', permit: audit, reason: 'required', danger: true },
    { from: ['disabled'], to: 'running', verb: 'enable', label: '恢复', permit: audit, reason: 'optional', separate: true },
    { from: ['ended'], to: 'running', verb: 'extend', label: '延期', permit: audit, reason: 'optional', single: true, separate: true },
    { from: ['running', 'ended'], to: 'turned', verb: 'turn', label: '转为正式', permit: audit, reason: 'optional', separate: true },
  ],
)
/** Steps of the calendar and of the calls below, never of the list's own buttons. */
export const TRIAL_OTHER_VERBS: readonly string[] = ['expire', 'open', 'extend']

/** An account that a unit tries the console with: its own menus, for a while (domain A15). */
export const trialAccount = resource({
  name: 'trialAccount',
  label: '试用账号',
  base: '/soleManager/trialAccount',
  id: 'trialId',
  fields: {
    accountName: withMeta(z.string().trim().regex(/^[A-Za-z][A-Za-z0-9]{4,31}$/, '账号须为 5–32 位字母和数字，以字母开头'), { label: '账号' }),
    orgName: text('试用单位', 100),
    applicantName: text('申请人', 32),
    mobile: personal(mobile(), 'mobile'),
    menuIds: withMeta(z.array(id('菜单')).min(1, '请至少开放一个菜单').max(200), { label: '开放菜单', carried: ['menuNames'] }),
    startDate: date('开始日期'),
    endDate: date('结束日期'),
    remark: optionalText('备注', 200),
  },
  more: {
    menuNames: withMeta(z.string(), { label: '开放菜单' }),
    extended: withMeta(z.boolean(), { label: '已延期' }),
    createBy: withMeta(z.string().nullable(), {}),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('账号、单位或申请人', 50),
    trialStatus: withMeta(z.array(trialStatus.schema), { label: '试用状态' }).optional(),
    endDateFrom: date('结束日期起').optional(),
    endDateTo: date('结束日期止').optional(),
  },
  view: 'member/ProbationAudit',
  facts: ['accountName', 'orgName', 'startDate', 'endDate'],
  sortable: ['endDate', 'updateTime'],
  access: { read: director('trial:read'), insert: director('trial:insert'), update: director('trial:insert'), export: director('trial:read') },
  status: { field: 'trialStatus', machine: trialStatus },
})

/** Makes the account and its role. Its first password is printed as a letter. */
export const openTrial = call({
  path: '/soleManager/trialAccount/openTrial',
  title: '开通试用账号',
  access: director('trial:audit'),
  write: true,
  request: body({ trialId: ref('试用账号', 'trialAccount'), version: version() }),
  response: z.object({ accountName: z.string() }),
})

/** Makes a new first password for an open trial and answers it as a letter; no screen shows it. */
export const printTrialLetter = call({
  path: '/soleManager/trialAccount/printTrialLetter',
  title: '打印试用账号密码函',
  access: director('trial:audit'),
  write: true,
  blob: true,
  secretAnswer: true,
  request: body({ trialId: ref('试用账号', 'trialAccount') }),
  response: z.unknown(),
})

/** Once, by at most as many days as a trial lasts. */
export const extendTrial = call({
  path: '/soleManager/trialAccount/extendTrial',
  title: '延长试用',
  access: director('trial:audit'),
  write: true,
  request: body({ trialId: ref('试用账号', 'trialAccount'), version: version(), endDate: date('结束日期') }),
  response: z.object({ version: version() }),
})

/** For the form: menus that can be opened. */
export const selectTrialMenus = call({
  path: '/soleManager/trialAccount/selectTrialMenus',
  title: '查询可开放菜单',
  access: director('trial:insert'),
  request: body({}),
  response: z.array(z.object({ menuId: id(), parentId: id(), menuName: z.string() })),
})
