import * as calls from '@assoc/contract/platform/outbox'
import { defineEntity } from '../../../platform/access/entities'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as service from './service'

defineEntity({ name: 'outbox', table: 'outbox', idColumn: 'outbox_id' })

export const outbox: ServerModule = {
  bindings: [handle(calls.selectOutboxByPage, service.selectOutboxByPage), handle(calls.selectOutboxContent, service.selectOutboxContent), handle(calls.selectOutboxPlain, service.selectOutboxPlain)],
}
