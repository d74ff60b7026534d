import { definePersonal, forgetWhereNamed, type PersonalTable } from '../../platform/personal/register'

const GROUP = '账号与权限'
const LOGS = '《网络安全法》第二十一条：网络日志留存不少于六个月；记录逐条封存、只增不改，仅供审计查阅'
const LOGS_UNTIL = '日志保存期满'

/** What is kept of an account for its use alone, and goes with it. */
const ofAccount = (order: number, table: string, label: string, more: Partial<PersonalTable> = {}): PersonalTable => ({ table, id: 'user_id', label, group: GROUP, order, by: { user: 'user_id' }, columns: {}, fate: 'delete', ...more })

definePersonal([
  {
    table: 'sys_user',
    id: 'user_id',
    label: '账号',
    group: GROUP,
    order: 10,
    by: { user: 'user_id', mobile: 'mobile', email: 'email', name: 'real_name' },
    record: { name: 'user' },
    columns: {
      login_name: ['登录账号', 'mark'], real_name: ['姓名', 'name'], mobile: ['手机号码', 'null'], email: ['电子邮箱', 'null'], company_name: ['所属单位', 'null'], remark: ['备注', 'null'],
      password_hash: ['', 'null'], old_password_hashes: ['', 'array'], search_grams: ['', 'array'],
    },
    told: { create_time: '创建时间', last_login_time: '最后登录' },
    fate: 'erase',
    refused: { column: 'account_status', statuses: ['cancelled'], since: 'update_time' },
  },
  {
    table: 'employee', id: 'employee_id', label: '员工档案', group: GROUP, order: 11, by: { user: 'user_id' }, columns: { employee_no: ['工号', 'keep'] },
    told: { entry_date: '入职日期', leave_date: '离职日期' }, fate: 'keep', basis: '《劳动合同法》第五十条：劳动合同文本保存不少于二年；只留工号与起止日期', until: '离职满二年',
  },
  { table: 'access_review_line', id: 'line_id', label: '权限复核明细', group: GROUP, order: 12, by: { user: 'user_id' }, columns: { real_name: ['姓名', 'name'], login_name: ['登录账号', 'mark'] }, told: { role_name: '角色', decided_time: '复核时间' }, fate: 'erase' },
  { table: 'maintenance_run', id: 'run_id', label: '数据库操作记录', group: GROUP, order: 13, by: { user: 'user_id' }, columns: { user_name: ['操作人', 'name'] }, told: { create_time: '时间' }, fate: 'erase' },
  { table: 'release_switch', id: 'switch_id', label: '发布切换记录', group: GROUP, order: 14, by: { user: 'user_id' }, columns: { user_name: ['操作人', 'name'] }, told: { switch_time: '时间' }, fate: 'erase' },
  ofAccount(20, 'user_role', '角色'),
  ofAccount(21, 'usergroup_member', '用户组'),
  ofAccount(22, 'session', '登录会话', { id: 'session_id', columns: { login_ip: ['登录地址', 'keep'], device: ['设备', 'keep'] }, told: { create_time: '登录时间' } }),
  ofAccount(23, 'trusted_device', '信任的设备', { id: 'device_id', columns: { ip: ['地址', 'keep'], device: ['设备', 'keep'] } }),
  ofAccount(24, 'recovery_code', '恢复码', { columns: { print: ['', 'keep'] } }),
  ofAccount(25, 'second_factor', '二次验证'),
  ofAccount(26, 'second_factor_reset', '二次验证重置申请', { id: 'reset_id', told: { reason: '申请原因', create_time: '申请时间' } }),
  ofAccount(27, 'login_challenge', '登录验证', { id: 'challenge_id', columns: { login_name: ['', 'keep'] } }),
  ofAccount(28, 'sign_on_arrival', '统一身份认证登录', { columns: { login_name: ['', 'keep'] } }),
  ofAccount(29, 'im_binding', '办公平台绑定', { columns: { external_id: ['平台账号', 'keep'], address: ['', 'keep'], shown_name: ['平台昵称', 'keep'] } }),
  ofAccount(30, 'im_message', '办公平台消息', { id: 'im_message_id' }),
  ofAccount(31, 'account_warning', '账号提醒'),
  { table: 'login_log', id: 'login_log_id', label: '登录日志', group: '日志', order: 90, by: { user: 'user_id' }, columns: { login_name: ['账号', 'keep'], ip: ['来源地址', 'keep'], device: ['设备', 'keep'] }, told: { login_time: '时间' }, fate: 'keep', basis: LOGS, until: LOGS_UNTIL },
  { table: 'audit_log', id: 'audit_id', label: '操作日志', group: '日志', order: 91, by: { user: 'user_id' }, columns: { user_name: ['操作人', 'keep'], ip: ['来源地址', 'keep'], reason: ['原因', 'keep'], before: ['变更前', 'keep'], after: ['变更后', 'keep'] }, told: { time: '时间', title: '操作' }, fate: 'keep', basis: LOGS, until: LOGS_UNTIL },
])

forgetWhereNamed({ throttle: '尝试次数', idempotency: '重复提交的应答', verification_code: '验证码', im_offer: '办公平台扫码' })
