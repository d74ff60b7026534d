import type { Lookup, LookupOf } from '../core/lookup'
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
