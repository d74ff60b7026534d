import { permits } from '../core/permit'

export const invoice = /* @__PURE__ */ permits('invoice', '发票管理', {
  'head:read': '查看发票抬头',
  'head:update': '维护发票抬头',
  'apply:read': '查看开票申请',
  'apply:insert': '申请开票',
  'apply:audit': '审核开票申请',
  'ticket:read': '查看票据',
  'ticket:issue': '开具票据!',
  'ticket:export': '导出票据台账',
  'red:read': '查看红字确认单',
  'red:insert': '发起红冲',
  'red:handle': '办理红冲!',
  'send:read': '查看发票发送',
  'send:send': '发送票据',
})
