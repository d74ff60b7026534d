import * as calls from '@assoc/contract/rbac/log'
import { mountResource } from '../../../platform/resource/mount'
import * as repository from './repository'

export const log = mountResource(calls.auditLog, {
  table: 'audit_log',
  computed: repository.computed,
  order: { field: 'time', direction: 'desc' },
  filters: {
    timeFrom: repository.sinceDay,
    timeTo: repository.untilDay,
    userName: repository.byPerson,
    title: repository.titled,
    recordId: repository.ofRecord,
    result: repository.withResult,
    code: repository.withCode,
  },
})
