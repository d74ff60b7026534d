import type { Lookup, LookupOf } from '../core/lookup'
import type { formRound } from './round'
import type { formTemplate } from './template'

// Declared as plain `Lookup`, so that contracts that refer to one another do not infer their types from each other.

/** Forms of which a version can be sent round. */
export const publishedFormLookup: Lookup = {
  entity: 'formTemplate',
  list: async () => (await import('./template')).formTemplate.list,
  read: async () => (await import('./template')).formTemplate.read,
  id: 'templateId',
  label: ['formName', 'formKind'],
  hint: '输入表单名称',
  named: ['formName'],
  filter: { formStatus: ['published'] },
} satisfies LookupOf<typeof formTemplate.list>

/** All forms, for filters. */
export const formLookup: Lookup = {
  entity: 'formTemplate',
  list: async () => (await import('./template')).formTemplate.list,
  read: async () => (await import('./template')).formTemplate.read,
  id: 'templateId',
  label: ['formName', 'formKind'],
  hint: '输入表单名称',
  named: ['formName'],
} satisfies LookupOf<typeof formTemplate.list>

/** All rounds, for filters. */
export const formRoundLookup: Lookup = {
  entity: 'formRound',
  list: async () => (await import('./round')).formRound.list,
  read: async () => (await import('./round')).formRound.read,
  id: 'roundId',
  label: ['roundName', 'startTime'],
  hint: '输入发放名称',
  named: ['roundName'],
} satisfies LookupOf<typeof formRound.list>
