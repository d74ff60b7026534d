import { messageTemplate, templateStatus } from '@assoc/contract/member/message-template'
import { resourcePage } from '@assoc/ui/data'

const VARIABLES = '可用变量：${公司简称}、${姓名}、${会员编号}、${欠费金额}，发送时按收件人填入'

/** The templates of one channel. */
export const templatePage = (channel: 'sms' | 'mail', name: string, title: string) =>
  resourcePage({
    name,
    title,
    resource: messageTemplate,
    fixed: { channel },
    search: [
      { kind: 'text', name: 'keyword', label: '模板名称' },
      { kind: 'select', name: 'templateStatus', label: '模板状态', options: templateStatus.options },
    ],
    columns: [
      { field: 'templateName', width: 170, sortable: true },
      ...(channel === 'mail' ? [{ field: 'subject' as const, width: 200 }] : []),
      { field: 'templateContent', width: channel === 'mail' ? 270 : 310 },
      ...(channel === 'sms' ? [{ field: 'providerCode' as const, width: 140 }] : []),
      { field: 'templateStatus', width: 95, tag: templateStatus },
      { field: 'updateTime', width: 150, sortable: true },
    ],
    fields: {
      templateContent: { kind: 'longText', help: channel === 'sms' ? `${VARIABLES}。不含签名，签名自动加在最前面` : VARIABLES },
      // A text message has no subject, a mail no number at the provider; the server keeps none.
      subject: channel === 'mail' ? { span: 2 } : { disabled: true, placeholder: '短信没有主题' },
      providerCode: channel === 'sms' ? { help: '在短信服务商处备案后取得' } : { disabled: true, placeholder: '邮件不需要' },
      remark: { span: 2 },
    },
    nameOf: (row) => row.templateName,
    detail: channel === 'sms' ? ['templateName', 'templateContent', 'providerCode', 'templateStatus', 'remark', 'updateTime'] : ['templateName', 'subject', 'templateContent', 'templateStatus', 'remark', 'updateTime'],
    texts: { disable: '停用后写消息时不能再选用，已写的消息不受影响。', delete: '删除后不能恢复。已用于发送的模板不能删除，可以停用。' },
  })
