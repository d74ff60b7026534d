import { integrityCase as contract } from '@assoc/contract/expert/integrity-case'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { computed, filters, holding } from './repository'

const twice = () => refuse.field('caseDate', '同一对象、情形、日期和来源已登记')

/** Investigations, penalties and censures of persons and companies. */
export const integrity = mountResource(contract, {
  table: 'integrity_case',
  module: 'evaluation',
  scope: { dept: 'dept_id', self: 'create_by', company: 'company_id' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed,
  filters,
  keyword: { where: holding },
  order: { field: 'caseDate', direction: 'desc' },
  nameOf: (row) => `${row.name ?? row.companyName ?? ''} ${row.caseDate}`,
  constraints: { integrity_case_person_once: twice, integrity_case_company_once: twice },
})
