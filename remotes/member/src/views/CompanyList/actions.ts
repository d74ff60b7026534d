import { listStatus } from '@assoc/contract/member/company'
import type { RowAction } from '@assoc/ui'
import { reshapeActions, type ReshapeKind } from '../../company/reshape/kinds'
import type { CompanyRow, StatusStep } from './types'

export interface CompanyActions {
  edit: () => void
  step: (step: StatusStep) => void
  remove: () => void
  reshape: (kind: ReshapeKind) => void
}

/** What this person may do with a company now, exactly as its row says. */
export function actionsOf(company: Pick<CompanyRow, 'abilities' | 'listStatus'>, on: CompanyActions): RowAction[] {
  const can = (verb: string) => company.abilities.includes(verb)
  return [
    ...(can('update') ? [{ key: 'update', label: '修改', onClick: on.edit }] : []),
    ...listStatus.transitions
      .filter((t) => can(t.verb) && t.from.includes(company.listStatus))
      .map((t) => ({ key: t.verb, label: t.label, danger: Boolean(t.danger), onClick: () => on.step(t) })),
    ...reshapeActions(company.abilities, on.reshape),
    ...(can('delete') ? [{ key: 'delete', label: '删除', danger: true, onClick: on.remove }] : []),
  ]
}

/** What a step of the listing status means, for the question before it. */
export const sentenceOfStep = (name: string, from: CompanyRow['listStatus'], step: StatusStep): string =>
  `「${name}」的上市状态将由「${listStatus.labels[from]}」变为「${listStatus.labels[step.to]}」。`
