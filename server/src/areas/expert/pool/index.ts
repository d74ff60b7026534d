import { today } from '@assoc/contract/core/day'
import type { FieldsOf } from '@assoc/contract'
import { expert as contract, printExpertLetter } from '@assoc/contract/expert/expert'
import { has } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { nextNumber } from '../../../platform/numbers/numbers'
import { mountResource } from '../../../platform/resource/mount'
import { waitingIn } from '../../../platform/resource/todos'
import { initials } from '../../../platform/search/grams'
import { findable } from '../../../platform/search/palette'
import { defineTodos } from '../../../platform/workspace/todos'
import { closeAccount, letter, openAccount } from './account'
import { computed, filters } from './repository'

/** Digits of an expert's number. */
const DIGITS = 4
const APPOINTS: readonly string[] = ['appoint', 'resume']
const ENDS: readonly string[] = ['suspend', 'dismiss']

/** A tie is to a company of the register or to another unit, and does not end before it began. */
function requireTies(lines: FieldsOf<typeof contract>['relatedCompanies'] | undefined): void {
  const faults = (lines ?? []).flatMap(({ companyId, unit, since, until }, i) => [
    ...(companyId || unit ? [] : [{ path: `relatedCompanies.${i}.companyId`, message: '请选择上市公司，或填写其他单位' }]),
    ...(since && until && until < since ? [{ path: `relatedCompanies.${i}.until`, message: '截止日期不能早于开始日期' }] : []),
  ])
  if (faults.length > 0) throw refuse.input(faults)
}

const runtime = mountResource(contract, {
  table: 'expert',
  module: 'expert',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  json: ['relatedCompanies'],
  encrypted: { idCard: { text: 'id_card_sealed', blindIndex: 'id_card_print' }, bankCard: { text: 'bank_card_sealed', blindIndex: 'bank_card_print' } },
  computed,
  filters,
  keyword: { columns: ['expert_no', 'name', 'name_initials', 'unit'], grams: true, numbers: ['mobile', 'id_card'] },
  derive: ({ name }) => (typeof name === 'string' ? { name_initials: initials(name) } : {}),
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.name,
  todos: [{ label: '待审核专家', status: 'pending', permit: 'expert:pool:audit' }],
  handover: { label: '待审核的专家', order: 75, open: ['pending'], settled: ['serving', 'suspended', 'refused', 'dismissed'], name: 'name' },
  constraints: {
    expert_mobile_unique: () => refuse.field('mobile', '该手机号码已登记为专家'),
    expert_id_card_unique: () => refuse.field('idCard', '该身份证号已登记为专家'),
    expert_user_unique: () => refuse.field('mobile', '该手机号码的账号已关联其他专家，请核对'),
  },
  before: {
    insert: async ({ db }, fields) => {
      requireTies(fields.relatedCompanies)
      fields.expertNo = await nextNumber(db, 'ZJ', '', DIGITS)
    },
    update: (_action, _row, fields) => requireTies(fields.relatedCompanies),
    change: (_action, row, step) => {
      if (APPOINTS.includes(step.verb) && row.termEnd <= today()) throw refuse.field('termEnd', '聘期截止须晚于今天，请先修改聘期')
    },
  },
  may: (principal, row, verb) => verb !== 'letter' || (row.expertStatus === 'serving' && row.awaitsPassword === true && row.createBy !== principal.userId),
  after: {
    change: async (action, row, step, reason) => {
      if (APPOINTS.includes(step.verb)) await openAccount(action, row)
      if (ENDS.includes(step.verb)) await closeAccount(action, row, reason ?? step.label)
    },
  },
})

findable(runtime.runtime, { group: '专家', order: 9, label: 'name', hint: ['expertNo', 'unit'] })

defineTodos({
  permits: ['expert:pool:update'],
  count: async (db, principal) =>
    has(principal, 'expert:pool:read')
      ? Promise.all([
          waitingIn(db, runtime.runtime, principal, '聘期 30 天内到期的专家', { filters: { expertStatus: ['serving'], termState: 'ending' } }, 'expert/ExpertManage', { expertStatus: 'serving', termState: 'ending' }),
          waitingIn(db, runtime.runtime, principal, '聘期已到期的在聘专家', { filters: { expertStatus: ['serving'], termState: 'over' } }, 'expert/ExpertManage', { expertStatus: 'serving', termState: 'over' }),
        ])
      : [],
})

/** People who review works for the association. */
export const expertPool = { ...runtime, bindings: [...runtime.bindings, handle(printExpertLetter, letter)] }

export { mayGetWorks, openTo, whoMayGetWorks } from './works.repository'
