import type { Inserted } from '../../../platform/resource/definition'
import { messageTemplate as contract } from '@assoc/contract/message/template'
import { richOf, richToText } from '@assoc/contract/core/rich-text'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { templateSeed } from './seed'
import { smsText, unknownInRich, unknownVariable } from '../variables'
import '../tables'

type Fields = Inserted<typeof contract>

/** Refuses a template whose text could not be sent as it stands; a mail's plain words follow from its structured text. */
function validate(fields: Partial<Fields>): void {
  const content = fields.templateContent ?? ''
  if (fields.channel === 'sms') {
    if (!content) throw refuse.field('templateContent', '请填写模板内容')
    const wrong = smsText('templateContent', content, null)
    if (wrong.length > 0) throw refuse.input(wrong)
    fields.subject = fields.richContent = null
    return
  }
  const subject = fields.subject
  if (!subject) throw refuse.field('subject', '请填写邮件主题')
  const rich = fields.richContent ?? (content ? richOf(content) : null)
  if (!rich) throw refuse.field('richContent', '请填写模板内容')
  const wrong = [unknownVariable('subject', subject), unknownInRich('richContent', rich)].filter((e) => e !== null)
  if (wrong.length > 0) throw refuse.input(wrong)
  fields.richContent = rich
  fields.templateContent = richToText(rich)
  fields.providerCode = null
}

const runtime = mountResource(contract, {
  table: 'message_template',
  json: ['richContent'],
  keyword: { columns: ['template_name'], grams: true },
  order: { field: 'updateTime', direction: 'desc' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  constraints: { message_template_name_unique: () => refuse.field('templateName', '已有同名的模板') },
  nameOf: (row) => row.templateName,
  before: {
    insert: (_action, fields) => validate(fields),
    update: (_action, row, fields) => {
      if (fields.channel !== row.channel) throw refuse.field('channel', '模板的渠道不能修改')
      validate(fields)
    },
  },
})

export const messageTemplate = { ...runtime, seeds: [templateSeed] }
