import { today } from '@assoc/contract/core/day'
import { dutyRecord as contract, KEPT_YEARS } from '@assoc/contract/expert/duty'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { isOutsider } from '../outsiders'
import { computed, filters, holding } from './repository'
import { termOf } from './term.repository'

/** First day from which records may not be deleted. */
const keptFrom = (): string => `${Number(today().slice(0, 4)) - KEPT_YEARS}${today().slice(4)}`

/** What is noted was done in office, and is not to come. */
async function requireInOffice(db: Db, appointmentId: string, dutyDate: string): Promise<{ deptId: string | null }> {
  if (dutyDate > today()) throw refuse.field('dutyDate', '日期不能晚于今天')
  const term = await termOf(db, appointmentId)
  if (!term || term.status === 'candidate' || term.status === 'unelected') throw refuse.field('appointmentId', '候选和未当选的任职没有履职记录')
  if (dutyDate < term.firstDate || (term.leaveDate !== null && dutyDate > term.leaveDate)) throw refuse.field('dutyDate', `日期须在任职期间（${term.firstDate} 至 ${term.leaveDate ?? '今'}）`)
  return term
}

const runtime = mountResource(contract, {
  table: 'director_duty',
  module: 'appointment',
  scope: { dept: 'dept_id', self: 'create_by', company: 'company_id', person: 'pool_id' },
  createdBy: 'create_by',
  internal: ['deptId'],
  changedAt: 'update_time',
  json: ['proof'],
  computed,
  filters,
  keyword: { where: holding },
  order: { field: 'dutyDate', direction: 'desc' },
  nameOf: (row) => `${row.name} ${row.dutyDate}`,
  may: (principal, row, verb) => {
    if (isOutsider(principal) && row.createBy !== principal.userId) return '只能修改本人登记的履职记录'
    return verb !== 'delete' || row.dutyDate < keptFrom() || `履职记录须保存 ${KEPT_YEARS} 年，不能删除`
  },
  before: {
    insert: async ({ db, principal }, fields) => {
      const { deptId } = await requireInOffice(db, fields.appointmentId, fields.dutyDate)
      // What a director or a company notes is the business of those who keep the appointment.
      fields.deptId = isOutsider(principal) ? deptId : principal.deptId
    },
    update: async ({ db }, row, fields) => void (await requireInOffice(db, fields.appointmentId ?? row.appointmentId, fields.dutyDate ?? row.dutyDate)),
  },
})

/** What directors did in office. */
export const duty = runtime
