import { permits } from '../core/permit'

export const expert = /* @__PURE__ */ permits('expert', '专家库', {
  'pool:read': '查看专家',
  'pool:update': '维护专家',
  'pool:audit': '聘任、暂停与解聘专家!',
})

export const appointment = /* @__PURE__ */ permits('appointment', '董事任职', {
  'person:read': '查看董事基础信息',
  'person:update': '维护董事基础信息',
  'term:read': '查看任职',
  'term:update': '维护任职',
  'secretary:settle': '以任职为准更新董秘联系人',
  'duty:read': '查看履职记录',
  'duty:update': '登记履职记录',
  'check:read': '查看独立性自查',
  'check:make': '生成年度独立性自查',
  'check:fill': '填写独立性自查',
  'check:assess': '录入董事会对独立性的评估!',
  'warning:read': '查看任职预警',
  'warning:handle': '处理任职预警',
})

export const review = /* @__PURE__ */ permits('review', '评审', {
  'batch:read': '查看评审批次',
  'batch:update': '维护评审批次与送审件',
  'batch:run': '推进评审批次!',
  'assign:read': '查看评审分配',
  'assign:update': '分配评审专家',
  'recusal:read': '查看回避',
  'recusal:update': '登记回避',
  'recusal:decide': '认定回避!',
  'sheet:score': '本人评分',
  'sheet:return': '退回评分',
  'result:read': '查看评审结果',
  'result:freeze': '汇总与冻结结果!',
  'result:publish': '公布评审结果!',
})

export const evaluation = /* @__PURE__ */ permits('evaluation', '履职评价', {
  'scheme:read': '查看评价方案',
  'scheme:update': '维护评价方案、指标与等级',
  'scheme:run': '开放、推进与终止评价方案!',
  'case:read': '查看诚信情形',
  'case:update': '登记诚信情形',
  'grade:read': '查看评级结果',
  'grade:update': '导入评级结果',
  'grade:cancel': '取消评级!',
  'publicity:read': '查看公示',
  'publicity:update': '发起公示、登记异议',
  'publicity:decide': '处理异议、公布评级!',
})

export const declaration = /* @__PURE__ */ permits('declaration', '上市公司申报', {
  'declare:read': '查看申报',
  'mine:update': '填写、提交与撤回本人的申报',
  'declare:manage': '查看申报进度、名单与导出',
  'first:audit': '初审申报',
  'second:audit': '复审申报',
  'declare:disqualify': '取消申报资格!',
  'log:read': '查看申报日志',
})

/** Steps that follow from scores, publicity and publication have this permit, which nobody holds. */
export const BY_EVALUATION = 'declaration:system'
