import { metaOf } from '@assoc/contract'
import { allCalls, allPermits, allResources } from '@assoc/contract/all'
import { sheetStatus } from '@assoc/contract/expert/review/kinds'
import { reserveStatus } from '@assoc/contract/meeting/reservation'
import { roomStatus } from '@assoc/contract/meeting/room'
import { listStatus } from '@assoc/contract/member/company'
import { employeeStatus } from '@assoc/contract/rbac/employee'
import { accountStatus } from '@assoc/contract/rbac/user'
import type { StatusMachine } from '@assoc/contract/core/status-machine'
import type { z } from 'zod'
import { refsOfCall } from '../../../platform/access/entities'

// Kinds of records that no call refers to by an id, and those whose first label is not the plain one.
const RECORDS: Record<string, string> = {
  login: '登录', access: '访问控制', call: '一般操作', draft: '草稿', notification: '通知', preference: '个人设置', session: '会话', onlineSession: '会话', work: '任务', ownWork: '任务', notice: '消息',
  user: '用户', company: '公司', connector: '连接', dept: '部门', auditLog: '操作日志', auditSeal: '日志封存', loginLog: '登录日志', release: '应用发布', savedView: '列表视图', pageHelp: '页面帮助', recordNote: '备注', secondFactor: '二次验证', reviewSheet: '评分表',
}

// Actions that are no step of a status machine.
const VERBS: Record<string, string> = {
  restore: '恢复', downloadFile: '下载文件', checkImport: '检查导入文件', packArchives: '打包档案',
  billRun: '开始生成账单', billStep: '生成账单', pay: '核销', unpay: '撤回核销', refund: '退还余额', reduce: '减免或缓缴',
  insert: '新增', update: '修改', delete: '删除', export: '导出', import: '导入', download: '下载', read: '查看', save: '保存', move: '移动',
  switch: '切换版本', canary: '灰度发布', endCanary: '结束灰度', viewPlain: '查看个人信息明文',
  password: '密码登录', code: '验证码登录', failed: '登录失败', logout: '退出登录', register: '注册', refused: '无权限被拒', otherSelf: '冒用他人编号被拒', separated: '经手人办理被拒',
  assignRole: '分配角色', grantMenu: '分配菜单', grantPermit: '分配权限', grantScope: '分配数据范围', grant: '授权', changePassword: '修改密码', resetPassword: '重置密码',
  oidc: '统一身份认证登录', wecom: '企业微信登录', dingtalk: '钉钉登录', feishu: '飞书登录', lockScreen: '锁屏', unlockScreen: '解除锁屏', bindIm: '绑定办公平台', unbindIm: '解除绑定办公平台', begin: '开始绑定', remove: '关闭', wrongFactor: '动态码错误', useRecoveryCode: '使用恢复码', renewRecoveryCodes: '重新生成恢复码', revokeDevice: '取消信任设备', resetFactor: '重置二次验证',
  updateOwn: '修改本人资料', endOwn: '结束本人会话', kick: '强制下线', unlock: '解锁', lock: '锁定', erase: '删除个人信息', exportPersonal: '导出个人信息', verify: '校验', run: '执行', note: '添加备注', withdrawNote: '撤回备注', retry: '重试', cancel: '取消', leave: '离职', handOver: '移交', viewAs: '以角色查看', endViewAs: '结束角色查看',
}

const labelAt = (schema: z.ZodType, path: readonly string[]): string | undefined => {
  const [head, ...rest] = path
  if (head === undefined) return metaOf(schema).label
  const def = (schema as unknown as { _zod: { def: { shape?: Record<string, z.ZodType>; element?: z.ZodType; innerType?: z.ZodType } } })._zod.def
  const inner = head === '*' ? def.element : def.shape?.[head]
  return inner ? labelAt(inner, rest) : def.innerType ? labelAt(def.innerType, path) : undefined
}

const gatherRecords = (): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const call of allCalls) {
    for (const { entity, path } of refsOfCall(call)) if (entity) found[entity] ??= labelAt(call.request, path) ?? entity
  }
  return { ...found, ...RECORDS }
}

// Actions that mean something else with other records.
const OF_RECORD: Record<string, string> = {
  'stockListBatch.confirm': '确认导入', 'stockListBatch.assignRow': '指定公司', 'stockListBatch.ignoreRow': '忽略该行', 'bankBatch.read': '读取文件', 'bankLine.match': '匹配会员', 'bankLine.unmatch': '撤销匹配',
  'company.undo': '撤销变更', 'joinApply.sendCode': '发送验证码', 'joinApply.verifyMobile': '核实手机', 'accessReview.remind': '催办', 'reminderRule.remind': '自动提醒', 'memberBalance.statement': '出具对账单',
  'mailMessage.optOut': '退订', 'messageCallback.receive': '收到回执', 'secondFactor.enable': '开启', 'secondFactorReset.clock': '到期失效', 'reservation.clock': '到时流转', 'unpaidCase.dun': '催缴', 'upload.infected': '发现病毒', 'verificationCode.send': '发送验证码',
  'user.link': '关联身份', 'user.unlink': '终止关联', 'user.printPassword': '打印密码信', 'work.importStep': '写入一批', 'outbox.read': '查看正文', 'connector.test': '测试连接',
  'reviewBatch.count': '计算结果',
  'formRound.setQuotas': '设置名额', 'formRound.move': '换用新版本', 'formRound.remind': '催报', 'formRound.freeze': '确定填报对象', 'formRound.addRespondents': '补发', 'formAnswer.remind': '催报',
}

type AnyMachine = StatusMachine<string>
/** Machines of records that are no resources. */
const MACHINES_OF: Record<string, AnyMachine> = { user: accountStatus, employee: employeeStatus, company: listStatus, reservation: reserveStatus, room: roomStatus, reviewSheet: sheetStatus }
const machines: [recordType: string, machine: AnyMachine][] = [...Object.entries(MACHINES_OF), ...allResources.flatMap(({ definition }): [string, AnyMachine][] => (definition.status ? [[definition.name, definition.status.machine]] : []))]

/** Kinds of records in Chinese, by the name that audit rows keep; one that is missing is shown by its name. */
export const recordWords: Readonly<Record<string, string>> = gatherRecords()

/** Actions of a kind of record in Chinese, by `recordType.verb`: the same verb has words of its own with each status machine. */
export const stepWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(machines.flatMap(([recordType, { transitions }]) => transitions.map((t) => [`${recordType}.${t.verb}`, t.label]))),
  ...OF_RECORD,
}

/** Words that a verb has with one kind of record or another, at most so many. */
const ALIKE = 3
const alike = (verb: string): string => {
  const words = [...new Set(Object.entries(stepWords).flatMap(([key, label]) => (key.endsWith(`.${verb}`) ? [label] : [])))]
  return words.length > ALIKE ? `${words.slice(0, ALIKE).join(' / ')} 等` : words.join(' / ')
}

/** Actions in Chinese, by verb, where the kind of record is not known: in filters, and for records that have no word of their own. */
export const verbWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...new Set(Object.keys(stepWords).map((key) => key.slice(key.indexOf('.') + 1)))].map((verb) => [verb, alike(verb)])),
  ...VERBS,
}

/** Titles of the calls whose path holds the text: rows keep both, and titles alone have an index. */
export const titlesOfPath = (text: string): string[] =>
  text.includes('/') ? allCalls.filter((c) => c.path.toLowerCase().includes(text.toLowerCase())).map((c) => c.title) : []

/** Modules as their permits call them. */
export const moduleWords: Readonly<Record<string, string>> = Object.fromEntries(allPermits.map((p) => [p.module, p.moduleName]))
