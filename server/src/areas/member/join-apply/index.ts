import { withMeta } from '@assoc/contract'
import { approvalInput, joinApply as contract, noteApplicantCalled, sendApplicantCode, verifyApplicant, verifyInput } from '@assoc/contract/member/join-apply'
import { z } from 'zod'
import { has } from '../../../platform/access/principal'
import { defineTodos, todo } from '../../../platform/workspace/todos'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import { mountResource } from '../../../platform/resource/mount'
import { givenTo } from '../../../platform/resource/step-input'
import { resourceInbox } from '../../../platform/resource/todos'
import { requireDocuments, keepDocuments, sortDocuments, formatDocuments, type Documents } from '../records/documents'
import { admit } from './approval'
import * as repository from './repository'
import * as rules from './rules'
import { demoApplies, joinMenu, joinThirdPerson } from './seed'
import { noteVerifiedBy, requireVerified, noteCall, sendCode, settleMobile, verify } from './verify'


const PAPERS: Documents = { biz: 'join', flat: 'materials', slots: 'materialSlots' }
/** In a file documents stand in words. */
const exported = contract.row.extend({ materialSlots: withMeta(z.string(), { label: '分项材料' }) })

const runtime = mountResource(contract, {
  table: 'join_apply',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  json: ['materialSlots'],
  exportAs: { row: exported, always: [], fill: (_db, rows) => Promise.resolve(rows.map((row) => ({ ...row, materialSlots: formatDocuments(row, PAPERS) }))) },
  keyword: { columns: ['apply_no', 'company_name', 'credit_code'], grams: true, number: { column: 'apply_no', prefix: 'RH' } },
  filters: repository.filters,
  order: { field: 'updateTime', direction: 'desc' },
  handover: { label: '未办结的入会申请', order: 21, open: ['draft', 'firstReview', 'returned', 'secondReview', 'approval'], deciders: { first_reviewer_id: '接任人是此项的初审人', second_reviewer_id: '接任人是此项的复审人' } },
  nameOf: (row) => `${row.companyName}${row.applyNo ? `（${row.applyNo}）` : ''}`,
  constraints: { join_apply_open_unique: () => refuse.field('creditCode', '该单位已有未办结的入会申请') },
  may: rules.may,
  before: {
    insert: async (action, fields) => {
      const { db } = action
      rules.validateDate(fields.approveDate)
      await rules.validateCode(db, fields.creditCode)
      await rules.validateCategory(db, fields.applyCategoryId)
      await sortDocuments(runtime.runtime, action, PAPERS, fields)
      fields.applyNo = await nextNumber(db, 'RH', todayDigits())
    },
    update: async (action, row, fields) => {
      const { db } = action
      rules.validateFixed(row, fields)
      rules.validateDate(fields.approveDate)
      if (fields.creditCode !== row.creditCode) await rules.validateCode(db, fields.creditCode)
      if (fields.applyCategoryId !== row.applyCategoryId) await rules.validateCategory(db, fields.applyCategoryId)
      await sortDocuments(runtime.runtime, action, PAPERS, fields, row)
    },
    change: async (action, row, step, input) => {
      rules.validateOpinion(action, step)
      if (step.verb === 'submit') await rules.validateCode(action.db, row.creditCode)
      if (step.verb === 'approve') await rules.validateApproval(action.db, row)
      if (step.verb === 'passFirst') await requireVerified(action, row, givenTo(verifyInput, input))
      if (step.verb === 'submit' || step.verb === 'approve') await requireDocuments(action, PAPERS, row)
    },
  },
  after: {
    insert: async (action, id, fields) => void (await keepDocuments(runtime.runtime, action, PAPERS, id, fields)),
    update: async (action, row, fields) => {
      await keepDocuments(runtime.runtime, action, PAPERS, row.applyId, fields)
      await settleMobile(action.db, row, fields)
    },
    change: async (action, row, step, _reason, input) => {
      const applyId = row.applyId
      const opinion = ((action.input as { reason?: string | null }).reason ?? '').trim() || null
      if (step.verb === 'passFirst') await noteVerifiedBy(action, row, givenTo(verifyInput, input))
      if (step.verb.endsWith('First')) await repository.noteReview(action.db, applyId, 'first', action.principal.userId, opinion)
      if (step.verb.endsWith('Second')) await repository.noteReview(action.db, applyId, 'second', action.principal.userId, opinion)
      if (step.to === 'rejected') await repository.noteRejection(action.db, applyId, opinion)
      // The step has been taken by then, on the condition of version and status: of two at once only one comes here.
      if (step.verb === 'approve') await admit(action, row, givenTo(approvalInput, input))
    },
  },
})

/** What each permit waits for; nobody is told of their own where another person must decide. */
const WAITING = [
  ['firstReview', '待初审入会申请', 'member:apply:first'],
  ['secondReview', '待复审入会申请', 'member:apply:second'],
  ['approval', '待批准入会申请', 'member:apply:approve'],
  ['returned', '待补正入会申请', 'member:apply:insert'],
] as const
// What came back for completion is no decision: it waits on the list alone.
resourceInbox(runtime.runtime, WAITING.filter(([status]) => status !== 'returned').map(([status, label, permit]) => ({ label, status, permit, view: 'member/JoinAudit' as const })))
defineTodos({
  permits: WAITING.map(([, , permit]) => permit),
  count: async (db, principal) => {
    const waiting = await repository.waitingFor(db, principal, runtime.runtime.entity)
    return WAITING.filter(([, , permit]) => has(principal, permit)).map(([status, label]) => todo(label, waiting[status].count, waiting[status].first, 'member/JoinAudit', { applyStatus: status }))
  },
})

export const joinApply = {
  ...runtime,
  bindings: [...runtime.bindings, handle(sendApplicantCode, sendCode), handle(verifyApplicant, verify), handle(noteApplicantCalled, noteCall)],
  seeds: [joinMenu, joinThirdPerson, demoApplies],
}
