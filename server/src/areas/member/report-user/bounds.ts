import type { RowOf } from '@assoc/contract'
import type { reportUser } from '@assoc/contract/member/report-user'
import { today } from '@assoc/contract/core/day'
import { type companyReport, reportType } from '@assoc/contract/member/company-report'
import type { Principal } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { requireCovers } from '../../rbac/api'
import * as repository from './repository'

type Bounds = Pick<RowOf<typeof reportUser>, 'companyIds' | 'reportTypes' | 'validTo'>

/** The further limit of reports, for the entity of reports. */
export const withinBounds = (principal: Principal, alias: string) => repository.within(principal.userId, alias, today())

/** Refuses a report that this person's scope does not name, or after its day. */
export async function validateBounds({ db, principal }: Pick<Action, 'db' | 'principal'>, report: Pick<RowOf<typeof companyReport>, 'companyId' | 'reportType'>): Promise<void> {
  const bounds = await repository.boundsOf(db, principal.userId)
  if (!bounds) return
  if (bounds.validTo !== null && bounds.validTo < today()) throw refuse.forbidden(`您的报告授权已于 ${bounds.validTo} 截止`)
  const errors = [
    ...(bounds.companyIds.includes(report.companyId) ? [] : [{ path: 'companyId', message: '该公司不在您的报送范围内' }]),
    ...(bounds.reportTypes.includes(report.reportType) ? [] : [{ path: 'reportType', message: `您只能报送：${bounds.reportTypes.map((type) => reportType.labels[type as 'annual']).join('、')}` }]),
  ]
  if (errors.length > 0) throw refuse.input(errors)
}

/**
 * Bounds are a part of what somebody may see: nobody changes their own, or those of a person who holds more, and who is bound gives
 * nobody further ones, for longer, or none. `fields` are the bounds as they shall be; null takes them away.
 */
export async function mayBind({ db, principal }: Pick<Action, 'db' | 'principal'>, userId: string, fields: Bounds | null): Promise<void> {
  const mine = await repository.boundsOf(db, principal.userId)
  if (userId === principal.userId && mine) throw refuse.forbidden('不能变更本人的报告授权，请由他人办理')
  await requireCovers(db, principal, userId, '变更其报告授权')
  if (!mine) return
  if (!fields) throw refuse.forbidden('您自己的报告授权有范围，不能取消他人的范围')
  const wider = !fields.companyIds.every((id) => mine.companyIds.includes(id)) || !fields.reportTypes.every((type) => mine.reportTypes.includes(type))
  const validTo = fields.validTo ?? null
  const longer = mine.validTo !== null && (validTo === null || validTo > mine.validTo)
  if (wider || longer) throw refuse.forbidden('超出您自己的报告授权（公司、报告类型或截止日期），不能授予他人')
}
