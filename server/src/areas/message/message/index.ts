import * as audiences from '@assoc/contract/message/audience'
import * as calls from '@assoc/contract/message/message'
import { countMessages } from '@assoc/contract/message/home'
import * as lists from '@assoc/contract/message/list'
import type { AnyResource, Call, RowOf } from '@assoc/contract'
import { sinceDay, untilDay } from '../../../platform/database/day'
import { handle } from '../../../platform/http/context'
import { mountResource } from '../../../platform/resource/mount'
import type { ServerModule } from '../../../platform/module'
import { handleNumber } from '../../../platform/workspace/numbers'
import { callbackRoutes } from '../callback'
import type { Channel } from '../tables'
import * as compose from './compose.service'
import * as draft from './draft.service'
import { readRecipients } from './recipients-file'
import { monthOfMessages } from './home.service'
import { PREFIX } from './outcome'
import * as repository from './repository'
import { composeSeed, mailSeed, submitSeed } from './seed'
import { afterStep, remember } from './submit'
import { NAMES } from './sending'

type Message = RowOf<typeof lists.smsMessage>
type Recipient = RowOf<typeof lists.smsRecipient>

function mount(channel: Channel, contract: AnyResource) {
  const module = mountResource(contract, {
    table: 'message',
    columns: { messageId: 'message_id' },
    computed: channel === 'sms' ? { ...repository.computed, cost: repository.cost } : repository.computed,
    module: 'message',
    scope: { dept: 'dept_id', self: 'create_by' },
    createdBy: 'create_by',
    deleted: repository.ofOtherChannel(channel),
    keyword: { columns: ['msg_no', 'subject', 'content'], grams: true, number: { column: 'msg_no', prefix: PREFIX[channel] } },
    filters: { createTimeFrom: sinceDay('create_time') as never, createTimeTo: untilDay('create_time') as never },
    order: { field: 'createTime', direction: 'desc' },
    changedAt: 'update_time',
    handover: { label: `未发完的${NAMES[channel]}`, order: channel === 'sms' ? 70 : 71, open: ['draft', 'approval', 'refused', 'queued', 'sending', 'paused', 'partly'], settled: ['done'], owners: ['create_by', 'submit_by'] },
    nameOf: (row: Message) => row.msgNo,
    todos: [{ label: `待审批${NAMES[channel]}`, status: 'approval', permit: 'message:send:approve' }],
    may: (_who, row: Message, verb) => {
      if (verb === 'update') return '邮件请在“写邮件”中修改'
      if (lists.SENDING_VERBS.includes(verb)) return false
      if (verb === 'retry') return row.failedCount > 0 || '没有失败的收件人，结果不明的不会自动重发'
      return true
    },
    after: { change: afterStep(channel) },
  })
  remember(channel, module.runtime)
  return module
}

export const smsRuntime = mount('sms', lists.smsMessage)
export const mailRuntime = mount('mail', lists.mailMessage)

const mountRecipients = (channel: Channel, contract: AnyResource) =>
  mountResource(contract, {
    table: 'message_recipient',
    rowFilter: repository.ofSeenMessages(channel, (channel === 'sms' ? smsRuntime : mailRuntime).runtime.entity),
    keyword: { columns: ['name', 'company_name'] },
    order: { field: 'recipientId', direction: 'asc' },
    nameOf: (row: Recipient) => row.name,
  })

export const smsRecipients = mountRecipients('sms', lists.smsRecipient)
export const mailRecipients = mountRecipients('mail', lists.mailRecipient)

const bind = (call: Call, handler: unknown) => handle(call, handler as never)

export const messages: ServerModule = {
  bindings: [
    ...smsRuntime.bindings,
    ...mailRuntime.bindings,
    bind(calls.selectSmsChoices, compose.choices('sms')),
    bind(calls.selectMailChoices, compose.choices('mail')),
    bind(calls.previewSms, compose.preview('sms')),
    bind(audiences.countSms, compose.count('sms')),
    bind(audiences.countMail, compose.count('mail')),
    bind(audiences.readSmsRecipients, readRecipients('sms')),
    bind(audiences.readMailRecipients, readRecipients('mail')),
    bind(calls.createSms, draft.create('sms')),
    bind(calls.selectSmsDraft, draft.open('sms')),
    bind(calls.updateSms, draft.update('sms')),
    bind(calls.copySms, draft.copy('sms')),
    bind(calls.testSms, compose.test('sms')),
    handleNumber(countMessages, monthOfMessages),
    ...smsRecipients.bindings,
    bind(calls.previewMail, compose.preview('mail')),
    bind(calls.createMail, draft.create('mail')),
    bind(calls.selectMailDraft, draft.open('mail')),
    bind(calls.updateMail, draft.update('mail')),
    handle(calls.selectMailContent, async ({ db, input }) => ({ rich: ((await repository.findMessage(db, input.messageId))?.rich ?? null) as never })),
    bind(calls.copyMail, draft.copy('mail')),
    bind(calls.testMail, compose.test('mail')),
    ...mailRecipients.bindings,
  ],
  routes: (app, platform) => callbackRoutes(app, platform, platform.config.callbackSecret),
  seeds: [composeSeed, mailSeed, submitSeed],
}
