import { today } from '@assoc/contract/core/day'
import { expert as contract } from '@assoc/contract/expert/expert'
import { has } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import { nextNumber } from '../../../platform/numbers/numbers'
import { mountResource } from '../../../platform/resource/mount'
import { waitingIn } from '../../../platform/resource/todos'
import { initials } from '../../../platform/search/grams'
import { findable } from '../../../platform/search/palette'
import { defineTodos } from '../../../platform/workspace/todos'
import { computed, filters } from './repository'

/** Digits of an expert's number. */
const DIGITS = 4
const APPOINTS: readonly string[] = ['appoint', 'resume']

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
  },
  before: {
    insert: async ({ db }, fields) => {
      fields.expertNo = await nextNumber(db, 'ZJ', '', DIGITS)
    },
    change: (_action, row, step) => {
      if (APPOINTS.includes(step.verb) && row.termEnd <= today()) throw refuse.field('termEnd', '聘期截止须晚于今天，请先修改聘期')
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
export const expertPool = runtime
