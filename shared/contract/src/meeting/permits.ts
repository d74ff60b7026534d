import { permits } from '../core/permit'

export const meeting = /* @__PURE__ */ permits('meeting', '会议管理', {
  'meeting:read': '查看会议',
  'meeting:update': '筹备会议',
  'meeting:approve': '审批会议',
  'registration:read': '查看报名',
  'registration:update': '登记报名',
  'registration:audit': '审核报名',
  'room:read': '查看会议室',
  'room:update': '维护会议室',
  'reservation:read': '查看预约',
  'reservation:insert': '预约会议室',
  'reservation:approve': '审批预约',
  'reservation:cancelAny': '取消他人预约',
})
