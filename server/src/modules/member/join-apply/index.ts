import { withMeta } from '@assoc/contract'
import { joinApply as contract, noteApplicantCalled, sendApplicantCode, verifyApplicant } from '@assoc/contract/member/join-apply'
import { z } from 'zod'
import { has } from '../../../platform/access/who'
import { defineTodos } from '../../../platform/desk/todos'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import { mountResource } from '../../../platform/resource/mount'
import { demandPapers, keepPapers, sortPapers, wordedPapers, type Papers } from '../records/papers'
import { admit } from './approval'
import * as repository from './repository'
import * as rules from './rules'
import { demoApplies, joinMenu, joinThirdPerson } from './seed'
import { demandVerified, noteCall, sendCode, settleMobile, verify } from './verify'

const LIST_PATH = '/memberManage/joinAudit'

const PAPERS: Papers = { biz: 'join', flat: 'materials', slots: 'materialSlots' }
/** In a file papers stand in words. */
const exported = contract.row.extend({ materialSlots: withMeta(z.string(), { label: '分项材料' }) })

const mounted = mountResource(contract, {
  table: 'join_apply',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  json: ['materialSlots'],
  exportAs: { row: exported, always: [], fill: (_db, rows) => Promise.resolve(rows.map((row) => ({ ...row, materialSlots: wordedPapers(row, PAPERS) }))) },
  keyword: { columns: ['apply_no', 'company_name', 'credit_code'], grams: true, number: { column: 'apply_no', prefix: 'RH' } },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  handover: { label: '未办结的入会申请', order: 21, open: ['draft', 'firstReview', 'returned', 'secondReview', 'approval'], page: '/memberManage/joinAudit', deciders: { first_reviewer_id: '接任人是此项的初审人', second_reviewer_id: '接任人是此项的复审人' } },
  nameOf: (row) => `${String(row['companyName'])}${row['applyNo'] ? `（${String(row['applyNo'])}）` : ''}`,
  constraints: { join_apply_open_unique: () => refuse.field('creditCode', '该单位已有未办结的入会申请') },
  may: rules.may,
  before: {
    insert: async (deed, fields) => {
      const { db } = deed
      rules.judgeDate(fields['approveDate'])
      await rules.judgeCode(db, fields['creditCode'])
      await rules.judgeCategory(db, fields['applyCategoryId'])
      await sortPapers(mounted.mounted, deed, PAPERS, fields)
      fields['applyNo'] = await nextNumber(db, 'RH', todayDigits())
    },
    update: async (deed, row, fields) => {
      const { db } = deed
      rules.judgeFixed(row, fields)
      rules.judgeDate(fields['approveDate'])
      if (fields['creditCode'] !== row['creditCode']) await rules.judgeCode(db, fields['creditCode'])
      if (fields['applyCategoryId'] !== row['applyCategoryId']) await rules.judgeCategory(db, fields['applyCategoryId'])
      await sortPapers(mounted.mounted, deed, PAPERS, fields, row)
    },
    change: async (deed, row, step) => {
      rules.judgeOpinion(deed, step)
      if (step.verb === 'submit') await rules.judgeCode(deed.db, row['creditCode'])
      if (step.verb === 'approve') await rules.judgeApproval(deed.db, row)
      if (step.verb === 'passFirst') demandVerified(row)
      if (step.verb === 'submit' || step.verb === 'approve') await demandPapers(deed, PAPERS, row)
    },
  },
  after: {
    insert: async (deed, id, fields) => void (await keepPapers(mounted.mounted, deed, PAPERS, id, fields)),
    update: async (deed, row, fields) => {
      await keepPapers(mounted.mounted, deed, PAPERS, String(row['applyId']), fields)
      await settleMobile(deed.db, row, fields)
    },
    change: async (deed, row, step) => {
      const applyId = String(row['applyId'])
      const opinion = ((deed.input as { reason?: string | null }).reason ?? '').trim() || null
      if (step.verb.endsWith('First')) await repository.noteReview(deed.db, applyId, 'first', deed.who.userId, opinion)
      if (step.verb.endsWith('Second')) await repository.noteReview(deed.db, applyId, 'second', deed.who.userId, opinion)
      if (step.to === 'rejected') await repository.noteRejection(deed.db, applyId, opinion)
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

export const joinApply = {
  ...mounted,
  bindings: [...mounted.bindings, handle(sendApplicantCode, sendCode), handle(verifyApplicant, verify), handle(noteApplicantCalled, noteCall)],
  seeds: [joinMenu, joinThirdPerson, demoApplies],
}
