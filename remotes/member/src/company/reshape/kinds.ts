import type { session } from '@assoc/session'
import type { RowAction } from '@assoc/ui'

/** What a dialog of 更名、合并、分立 or the history is opened for. */
export type ReshapeKind = 'rename' | 'merge' | 'split' | 'history'

const LABELS: Record<ReshapeKind, string> = { rename: '更名', merge: '合并到其他公司', split: '分立', history: '沿革与撤销' }

type Person = Pick<ReturnType<typeof session>, 'has'>

export const mayReshape = (person: Person): boolean => person.has('member:company:reshape')

/** Actions of the menu of a company, for whoever may reshape it. */
export const reshapeActions = (person: Person, open: (kind: ReshapeKind) => void): RowAction[] =>
  mayReshape(person) ? (Object.keys(LABELS) as ReshapeKind[]).map((kind) => ({ key: kind, label: LABELS[kind], onClick: () => open(kind), last: true })) : []
