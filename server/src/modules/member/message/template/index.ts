import { messageTemplate as contract } from '@assoc/contract/member/message-template'
import { refuse } from '../../../../platform/errors'
import type { Row } from '../../../../platform/resource/definition'
import { mountResource } from '../../../../platform/resource/mount'
import { templateSeed } from './seed'
import { smsWording, unknownVariable } from '../wording'
import '../tables'

/** Refuses a template whose text could not be sent as it stands. */
function judge(fields: Row): void {
  const content = String(fields['templateContent'])
  if (fields['channel'] === 'sms') {
    const wrong = smsWording('templateContent', content, null)
    if (wrong.length > 0) throw refuse.input(wrong)
    fields['subject'] = null
    return
  }
  const subject = fields['subject'] as string | null | undefined
  if (!subject) throw refuse.field('subject', '请填写邮件主题')
  const wrong = [unknownVariable('subject', subject), unknownVariable('templateContent', content)].filter((e) => e !== null)
  if (wrong.length > 0) throw refuse.input(wrong)
}

const mounted = mountResource(contract, {
  table: 'message_template',
  keyword: { columns: ['template_name'], grams: true },
  order: { field: 'updateTime', direction: 'desc' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  constraints: { message_template_name_unique: () => refuse.field('templateName', '已有同名的模板') },
  nameOf: (row) => String(row['templateName']),
  before: {
    insert: (_deed, fields) => judge(fields),
    update: (_deed, row, fields) => {
      if (fields['channel'] !== row['channel']) throw refuse.field('channel', '模板的渠道不能修改')
      judge(fields)
    },
  },
})

export const messageTemplate = { ...mounted, seeds: [templateSeed] }
