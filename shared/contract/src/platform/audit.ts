import { z } from 'zod'
import { body, call } from '../core/call'
import { id } from '../core/fields'
import { rbac } from '../rbac/permits'
import { auditEntry } from './work'

/** What happened to one record, newest first, at most 200 entries. */
export const selectAuditOfRecord = call({
  path: '/user/audit/selectAuditOfRecord',
  title: '查询记录的操作日志',
  access: rbac('audit:read'),
  request: body({ recordType: z.string().regex(/^[a-z][A-Za-z]{1,30}$/), recordId: id() }),
  response: z.array(auditEntry),
})
