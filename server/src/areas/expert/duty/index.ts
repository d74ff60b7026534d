import { today } from '@assoc/contract/core/day'
import { dutyRecord as contract, KEPT_YEARS } from '@assoc/contract/expert/duty'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { computed, filters, holding } from './repository'
import { termOf } from './term.repository'

/** First day from which records may not be deleted. */
const keptFrom = (): string => `${Number(today().slice(0, 4)) - KEPT_YEARS}${today().slice(4)}`

/** What is noted was done in office, and is not to come. */
async function requireInOffice(db: Db, appointmentId: string, dutyDate: string): Promise<void> {
  if (dutyDate > today()) throw refuse.field('dutyDate', '日期不能晚于今天')
  const term = await termOf(db, appointmentId)
  if (!term || term.status === 'candidate' || term.status === 'unelected') throw refuse.field('appointmentId', '候选和未当选的任职没有履职记录')
  if (dutyDate < term.firstDate || (term.leaveDate !== null && dutyDate > term.leaveDate)) throw refuse.field('dutyDate', `日期须在任职期间（${term.firstDate} 至 ${term.leaveDate ?? '今'}）`)
}

const runtime = mountResource(contract, {
  table: 'director_duty',
  module: 'appointment',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  json: ['proof'],
  computed,
  filters,
  keyword: { where: holding },
  order: { field: 'dutyDate', direction: 'desc' },
  nameOf: (row) => `${row.name} ${row.dutyDate}`,
  may: (_principal, row, verb) => verb !== 'delete' || row.dutyDate < keptFrom() || `履职记录须保存 ${KEPT_YEARS} 年，不能删除`,
  before: {
    insert: ({ db }, fields) => requireInOffice(db, fields.appointmentId, fields.dutyDate),
    update: ({ db }, row, fields) => requireInOffice(db, fields.appointmentId ?? row.appointmentId, fields.dutyDate ?? row.dutyDate),
  },
})

/** What directors did in office. */
export const duty = runtime
