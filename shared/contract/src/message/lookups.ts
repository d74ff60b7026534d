import type { Lookup, LookupOf } from '../core/lookup'
import type { messageAudience } from './audience'
import type { messageTemplate } from './template'

// How records of messages are chosen; see ../member/lookups.ts.

/** Templates in use of the channel of the same form. */
export const templateLookup: Lookup = {
  entity: 'messageTemplate',
  list: async () => (await import('./template')).messageTemplate.list,
  read: async () => (await import('./template')).messageTemplate.read,
  id: 'templateId',
  label: ['templateName'],
  hint: '请选择启用的模板',
  filter: { templateStatus: 'enabled' },
  of: { channel: 'channel' },
  few: true,
} satisfies LookupOf<typeof messageTemplate.list>

/** Audiences with a name, one's own and those that others share. */
export const audienceLookup: Lookup = {
  entity: 'messageAudience',
  list: async () => (await import('./audience')).messageAudience.list,
  read: async () => (await import('./audience')).messageAudience.read,
  id: 'audienceId',
  label: ['audienceName'],
  hint: '请选择收件人分组',
  view: 'member/AudienceList',
} satisfies LookupOf<typeof messageAudience.list>
