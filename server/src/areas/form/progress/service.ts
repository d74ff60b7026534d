import type { ResponseOf } from '@assoc/contract'
import type * as calls from '@assoc/contract/form/progress'
import { companySize, respondentArea } from '@assoc/contract/form/respondent-marks'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as repository from './repository'

// How far a round is. The round was checked with its id; figures are of all its respondents.

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = { area: respondentArea.labels, size: companySize.labels, company: {} }

export async function selectProgress({ db, input }: Context<typeof calls.selectFormProgress>): Promise<ResponseOf<typeof calls.selectFormProgress>> {
  const { roundId, by, page, pageSize, sort } = input
  const than = await repository.comparedWith(db, roundId)
  const { items, total } = await repository.groupsOf(db, { roundId, by, sort: sort ?? { field: 'missing', order: 'desc' }, limit: pageSize, offset: (page - 1) * pageSize }, than)
  return { total, items: items.map((row) => ({ ...row, label: LABELS[by]?.[row.key] ?? row.label })) }
}

export async function selectTotals({ db, input }: Context<typeof calls.selectFormProgressTotals>): Promise<ResponseOf<typeof calls.selectFormProgressTotals>> {
  const round = await repository.roundOf(db, input.roundId)
  if (!round) throw refuse.notFound()
  const than = await repository.comparedWith(db, input.roundId)
  const totals = await repository.totalsOf(db, input.roundId, than)
  return { ...round, endTime: round.endTime.toISOString(), totals, previous: than && { roundId: than.roundId, roundName: than.roundName, anonymousFlag: than.anonymousFlag } }
}
