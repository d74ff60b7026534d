import type { Lookup, LookupOf } from '../core/lookup'
import type { learner } from './learner'

/** People who learn. */
export const learnerLookup: Lookup = {
  entity: 'learner',
  list: async () => (await import('./learner')).learner.list,
  read: async () => (await import('./learner')).learner.read,
  id: 'learnerId',
  label: ['name', 'companyName'],
  hint: '输入姓名或单位',
  named: ['name'],
  view: 'meeting/LearnerList',
} satisfies LookupOf<typeof learner.list>
