import type { RowAction } from '@assoc/ui'

/** What a dialog of 更名、合并、分立 or the history is opened for. */
export type ReshapeKind = 'rename' | 'merge' | 'split' | 'history'

const LABELS: Record<ReshapeKind, string> = { rename: '更名', merge: '合并到其他公司', split: '分立', history: '沿革与撤销' }

/** Actions of the menu of a company, for whoever may reshape it. */
export const reshapeActions = (abilities: readonly string[], open: (kind: ReshapeKind) => void): RowAction[] =>
  abilities.includes('reshape') ? (Object.keys(LABELS) as ReshapeKind[]).map((kind) => ({ key: kind, label: LABELS[kind], onClick: () => open(kind), opens: kind === 'history' })) : []
