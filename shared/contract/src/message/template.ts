import { z } from 'zod'
import { choiceField, optionalText, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { richText } from '../core/rich-text'
import { statusMachine } from '../core/status-machine'
import { channel } from './kinds'
import { message } from './permits'

const update = 'message:template:update'
export const templateStatus = statusMachine('模板状态', { enabled: ['启用', 'green'], disabled: ['停用', 'grey'] }, [
  { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: update, danger: true },
  { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: update },
])
/** A text that is used again. Text templates bear the number under which the provider has registered them. */
export const messageTemplate = resource({
  name: 'messageTemplate',
  label: '消息模板',
  base: '/message/template',
  id: 'templateId',
  fields: {
    channel: choiceField(channel),
    templateName: text('模板名称', 50),
    subject: optionalText('邮件主题', 100),
    /** Of a text message; of a mail the plain words of its text, made by the server. */
    templateContent: optionalText('模板内容', 50_000),
    /** Text of a mail. */
    richContent: richText('模板内容', 50_000).nullish(),
    providerCode: optionalText('服务商模板号', 32),
    remark: optionalText('备注', 200),
  },
  more: { updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }) },
  filters: { keyword: optionalText('模板名称', 50), channel: channel.schema.optional(), templateStatus: templateStatus.schema.optional() },
  facts: ['channel', 'subject', 'providerCode', 'updateTime'],
  sortable: ['templateName', 'updateTime'],
  access: { read: message('template:read'), insert: message('template:update'), update: message('template:update'), remove: message('template:update') },
  status: { field: 'templateStatus', machine: templateStatus },
})
