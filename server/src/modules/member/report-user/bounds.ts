import { today } from '@assoc/contract/core/day'
import { reportType } from '@assoc/contract/member/company-report'
import type { Who } from '../../../platform/access/who'
import { refuse } from '../../../platform/errors'
import type { Deed, Row } from '../../../platform/resource/definition'
import * as repository from './repository'

/** The further limit of reports, for the entity of reports. */
export const withinBounds = (who: Who, alias: string) => repository.within(who.userId, alias, today())

/** Refuses a report that this person's scope does not name, or after its day. */
export async function judgeBounds({ db, who }: Pick<Deed, 'db' | 'who'>, report: Row): Promise<void> {
  const bounds = await repository.boundsOf(db, who.userId)
  if (!bounds) return
  if (bounds.validTo !== null && bounds.validTo < today()) throw refuse.forbidden(`您的报告授权已于 ${bounds.validTo} 截止`)
  const errors = [
    ...(bounds.companyIds.includes(String(report['companyId'])) ? [] : [{ path: 'companyId', message: '该公司不在您的报送范围内' }]),
    ...(bounds.reportTypes.includes(String(report['reportType'])) ? [] : [{ path: 'reportType', message: `您只能报送：${bounds.reportTypes.map((type) => reportType.labels[type as 'annual']).join('、')}` }]),
  ]
  if (errors.length > 0) throw refuse.input(errors)
}
