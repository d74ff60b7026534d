import { richOf } from '@assoc/contract/core/rich-text'
import { asVariable, MESSAGE_VARIABLES } from '@assoc/contract/message/kinds'
import { messageTemplate, templateStatus } from '@assoc/contract/message/template'
import { resourcePage, type FormField, type RowOfResource } from '@assoc/ui'
import { RichBox } from './RichBox'

const VARIABLES = `可用变量：${MESSAGE_VARIABLES.map(asVariable).join('、')}，发送时按收件人填入`

const INSERTS = MESSAGE_VARIABLES.map((v) => ({ label: v, text: asVariable(v) }))

/**
 * The form of one channel, in its order: a text message has no subject and no structure, a mail no number at the provider. The
 * server keeps none, and asks for the same fields.
 */
const FORM = {
  sms: ['templateName', 'templateContent', 'providerCode', 'remark'],
  mail: ['templateName', 'subject', 'richContent', 'remark'],
} as const

/** What the form of a channel adds to the contract. */
const fieldsOf = (channel: 'sms' | 'mail'): Record<string, Partial<FormField>> => ({
  ...(channel === 'sms'
    ? {
        templateContent: { kind: 'longText', required: true, help: `${VARIABLES}。不含签名，签名自动加在最前面` },
        providerCode: { help: '在短信服务商处备案后取得' },
      }
    : {
        subject: { span: 2, required: true },
        richContent: { kind: 'rich', required: true, inserts: INSERTS, help: VARIABLES },
      }),
  remark: { span: 2 },
})

type TemplateRow = RowOfResource<typeof messageTemplate>

/** The templates of one channel. */
export const templatePage = (channel: 'sms' | 'mail', name: string, title: string) =>
  resourcePage({
    name,
    title,
    resource: messageTemplate,
    form: { only: FORM[channel] },
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
    fields: fieldsOf(channel),
    nameOf: (row: TemplateRow) => row.templateName,
    detail:
      channel === 'sms'
        ? ['templateName', 'templateContent', 'providerCode', 'templateStatus', 'remark', 'updateTime']
        : ['templateName', 'subject', 'templateStatus', 'remark', 'updateTime'],
    ...(channel === 'mail'
      ? { inDetail: (row: TemplateRow) => <RichBox value={row.richContent ?? richOf(row.templateContent ?? '')} /> }
      : {}),
    texts: { disable: '停用后写消息时不能再选用，已写的消息不受影响。', delete: '删除后不能恢复。已用于发送的模板不能删除，可以停用。' },
  })
