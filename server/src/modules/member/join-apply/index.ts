import { joinApply as contract } from '@assoc/contract/member/join-apply'
import { has } from '../../../platform/access/who'
import { defineTodos } from '../../../platform/desk/todos'
import { refuse } from '../../../platform/errors'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import { mountResource } from '../../../platform/resource/mount'
import { admit } from './approval'
import * as repository from './repository'
import * as rules from './rules'
import { demoApplies, joinMenu } from './seed'

const LIST_PATH = '/memberManage/joinAudit'

const mounted = mountResource(contract, {
  table: 'join_apply',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { columns: ['apply_no', 'company_name', 'credit_code'], grams: true },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => `${String(row['companyName'])}${row['applyNo'] ? `（${String(row['applyNo'])}）` : ''}`,
  constraints: { join_apply_open_unique: () => refuse.field('creditCode', '该单位已有未办结的入会申请') },
  may: rules.may,
  before: {
    insert: async ({ db }, fields) => {
      rules.judgeDate(fields['approveDate'])
      await rules.judgeCode(db, fields['creditCode'])
      await rules.judgeCategory(db, fields['applyCategoryId'])
      fields['applyNo'] = await nextNumber(db, 'RH', todayDigits())
    },
    update: async ({ db }, row, fields) => {
      rules.judgeFixed(row, fields)
      rules.judgeDate(fields['approveDate'])
      if (fields['creditCode'] !== row['creditCode']) await rules.judgeCode(db, fields['creditCode'])
      if (fields['applyCategoryId'] !== row['applyCategoryId']) await rules.judgeCategory(db, fields['applyCategoryId'])
    },
    change: async (deed, row, step) => {
      rules.judgeOpinion(deed, step)
      if (step.verb === 'submit') await rules.judgeCode(deed.db, row['creditCode'])
      if (step.verb === 'approve') await rules.judgeApproval(deed.db, row)
    },
  },
  after: {
    change: async (deed, row, step) => {
      const applyId = String(row['applyId'])
      if (step.verb.endsWith('First')) await repository.noteReviewer(deed.db, applyId, 'first_reviewer_id', deed.who.userId)
      if (step.verb.endsWith('Second')) await repository.noteReviewer(deed.db, applyId, 'second_reviewer_id', deed.who.userId)
      // The step has been taken by then, on the condition of version and status: of two at once only one comes here.
      if (step.verb === 'approve') await admit(deed, row)
    },
  },
})

/** What each permit waits for; nobody is told of her own where another person must decide. */
const WAITING = [
  ['firstReview', '待初审入会申请', 'member:apply:first'],
  ['secondReview', '待复审入会申请', 'member:apply:second'],
  ['approval', '待批准入会申请', 'member:apply:approve'],
  ['returned', '待补正入会申请', 'member:apply:insert'],
] as const
defineTodos({
  permits: WAITING.map(([, , permit]) => permit),
  count: async (db, who) => {
    const waiting = await repository.waitingFor(db, who, mounted.mounted.entity)
    return WAITING.filter(([, , permit]) => has(who, permit)).map(([status, label]) => ({ label, value: waiting[status], link: `${LIST_PATH}?applyStatus=${status}` }))
  },
})

export const joinApply = { ...mounted, seeds: [joinMenu, demoApplies] }
