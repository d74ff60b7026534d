import { permits } from '../core/permit'

export const message = /* @__PURE__ */ permits('message', '短信与邮件', {
  'sms:read': '查看短信',
  'sms:write': '写短信',
  'mail:read': '查看邮件',
  'mail:write': '写邮件',
  'send:submit': '提交群发',
  'send:approve': '批准群发!',
  'template:read': '查看消息模板',
  'template:update': '维护消息模板',
  'quota:read': '查看签名与额度',
  'quota:update': '维护签名与额度',
  'audience:read': '查看收件人分组',
  'audience:update': '维护收件人分组',
  'optOut:read': '查看退订名单',
  'optOut:update': '维护退订名单',
})
