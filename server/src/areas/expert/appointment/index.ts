import type { RowOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { appointment as contract, leaving } from '@assoc/contract/expert/appointment'
import { refuse } from '../../../platform/errors'
import type { Inserted } from '../../../platform/resource/definition'
import { givenTo } from '../../../platform/resource/step-input'
import { mountResource } from '../../../platform/resource/mount'
import { holdCompany } from '../../member/api'
import { computed, filters, holding, noteLeft } from './repository'

type Row = RowOf<typeof contract>
type Fields = Inserted<typeof contract>

/** Whoever chairs a committee sits on it. */
function requireSeated({ committees, chairs }: Partial<Pick<Fields, 'committees' | 'chairs'>>): void {
  if (chairs?.some((one) => !committees?.includes(one))) throw refuse.field('chairs', '召集人须是该专门委员会的成员')
}

/** Fields that say which appointment it is: once it began, another one is another record. */
const FIXED = ['personId', 'companyId', 'roleType'] as const

const runtime = mountResource(contract, {
  table: 'director_appointment',
  module: 'appointment',
  scope: { dept: 'dept_id', self: 'create_by', company: 'company_id', person: 'pool_id' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed,
  filters,
  keyword: { where: holding },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => `${row.name}（${row.companyName}）`,
  handover: { label: '候选的董事任职', order: 76, open: ['candidate'], settled: ['serving', 'left', 'unelected'], name: 'termStart' },
  may: (_principal, row, verb) => verb !== 'delete' || row.appointStatus === 'candidate' || row.appointStatus === 'unelected' || '在任和已离任的记录保留为任职经历，不能删除',
  constraints: {
    director_appointment_unique: () => refuse.field('termStart', '此人在该公司的同一任职、同一任期已登记'),
    director_appointment_secretary: () => refuse.inUse('该公司已有在任的董事会秘书，请先登记前任离任'),
    director_appointment_left: () => refuse.field('leaveDate', '离任日期不能早于任期开始'),
    director_duty_appointment_id_fkey: () => refuse.inUse('该任职已有履职记录，不能删除'),
  },
  before: {
    insert: async ({ db }, fields) => {
      requireSeated(fields)
      if (!(await holdCompany(db, fields.companyId))) throw refuse.field('companyId', '该公司已删除')
    },
    update: async ({ db }, row, fields) => {
      requireSeated({ ...row, ...fields })
      const changed = FIXED.filter((field) => fields[field] !== undefined && fields[field] !== row[field])
      if (row.appointStatus !== 'candidate' && changed.length > 0) throw refuse.input(changed.map((path) => ({ path, message: '当选后不能修改，请登记离任后另行登记' })))
      if (changed.includes('companyId') && !(await holdCompany(db, fields.companyId ?? ''))) throw refuse.field('companyId', '该公司已删除')
    },
    change: (_action, row: Row, step, input) => {
      if (step.verb !== 'leave') return
      const { leaveDate } = givenTo(leaving, input)
      if (leaveDate > today()) throw refuse.field('input.leaveDate', '离任日期不能晚于今天')
      if (leaveDate < row.termStart) throw refuse.field('input.leaveDate', '离任日期不能早于任期开始')
    },
  },
  after: {
    change: async ({ db, audit }, row, step, _reason, input) => {
      if (step.verb !== 'leave') return
      const left = givenTo(leaving, input)
      await noteLeft(db, row.appointmentId, left.leaveDate)
      audit({ recordType: contract.definition.name, recordId: row.appointmentId, verb: 'update', after: left })
    },
  },
})

/** Seats and offices of people at companies. */
export const appointment = runtime
