import { permits } from '../core/permit'

export const meeting = /* @__PURE__ */ permits('meeting', '会议管理', {
  'meeting:read': '查看会议',
  'meeting:update': '筹备会议',
  'meeting:approve': '审批会议',
  'registration:read': '查看报名',
  'registration:update': '登记报名',
  'registration:audit': '审核报名',
  'signSession:update': '维护签到场次',
  'signIn:read': '查看签到',
  'signIn:scan': '扫码签到',
  'signIn:manage': '代签与撤销',
  'signIn:walkIn': '现场登记',
  'registration:pay': '登记会务费',
  'mine:use': '我的会议与本人报名',
  'material:read': '查看会议资料',
  'material:update': '维护会议资料',
  'room:read': '查看会议室',
  'room:update': '维护会议室',
  'reservation:read': '查看预约',
  'reservation:insert': '预约会议室',
  'reservation:approve': '审批预约',
  'reservation:cancelAny': '取消他人预约',
})

export const exchange = /* @__PURE__ */ permits('exchange', '学习交流', {
  'exchange:read': '查看交流活动',
  'exchange:update': '筹备交流活动',
  'exchange:approve': '审批交流活动',
  'apply:read': '查看交流报名',
  'apply:update': '登记交流报名',
  'apply:audit': '审核交流报名',
  'mine:use': '查看并报名开放的交流活动',
})
