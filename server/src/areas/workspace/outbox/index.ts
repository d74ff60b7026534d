import { outbox as contract, selectOutboxContent } from '@assoc/contract/platform/outbox'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import { subjectHolds } from './repository'
import * as service from './service'

const list = mountResource(contract, {
  table: 'outbox',
  keyword: { where: subjectHolds, numbers: ['recipient'] },
  order: { field: 'createTime', direction: 'desc' },
  nameOf: ({ subject }) => subject || '短信',
})

export const outbox: ServerModule = { bindings: [...list.bindings, handle(selectOutboxContent, service.selectOutboxContent)] }
