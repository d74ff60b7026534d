import type { RowOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { assessment, CHECK_ITEMS, independenceCheck as contract, INDEPENDENCE_RULES, makeIndependenceChecks } from '@assoc/contract/expert/independence'
import { scopeOf } from '../../../platform/access/entities'
import { has } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { derivedStep } from '../../../platform/resource/actions'
import { mountResource } from '../../../platform/resource/mount'
import { givenTo } from '../../../platform/resource/step-input'
import { waitingIn } from '../../../platform/resource/todos'
import { defineTodos } from '../../../platform/workspace/todos'
import { actsForCompany, isDirector, isOutsider } from '../outsiders'
import * as repository from './repository'

type Row = RowOf<typeof contract>
const VIEW = 'expert/IndependenceCheck'
const EDITABLE: readonly string[] = ['unfilled', 'pending', 'returned']

/** Every item is answered and the signed file is there: what is missing is told at its field. */
function requireComplete(row: Row): void {
  const faults = CHECK_ITEMS.filter((field) => !row[field]).map((path) => ({ path, message: '请选择是或否' }))
  if ((row.signFile ?? []).length === 0) faults.push({ path: 'signFile' as never, message: '请上传签字文件（PDF）' })
  if (faults.length > 0) throw refuse.input(faults)
}

const resource = mountResource(contract, {
  table: 'independence_check',
  module: 'appointment',
  scope: { dept: 'dept_id', company: 'company_id', person: 'pool_id' },
  changedAt: 'update_time',
  computed: repository.computed,
  filters: repository.filters,
  keyword: { where: repository.holding },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => `${row.name} ${row.checkYear} 年`,
  may: (principal, row, verb) => {
    if (verb === 'assess' || verb === 'sendBack') return actsForCompany(principal, row.companyId) || '由任职公司的经办人录入董事会评估意见'
    // A company sees its directors' checks and fills in none of them.
    if (isOutsider(principal) && !isDirector(principal, row.poolId)) return '由独立董事本人填写'
    return verb !== 'update' || EDITABLE.includes(row.checkStatus) || '已提交的自查不能修改，退回后可以修改'
  },
  before: { change: (_action, row, step) => (step.verb === 'submit' ? requireComplete(row) : undefined) },
  after: {
    update: async (action, row) => {
      if (row.checkStatus === 'unfilled') await derivedStep(resource.runtime, action, row.checkId, 'fill')
    },
    change: async (action, row, step, reason, input) => {
      if (step.verb === 'assess') {
        const word = givenTo(assessment, input)
        await repository.noteAssessment(action.db, row.checkId, word)
        action.audit({ recordType: contract.definition.name, recordId: row.checkId, verb: 'update', after: word })
      }
      if (step.verb === 'sendBack' || step.verb === 'submit') await repository.noteReturn(action.db, row.checkId, step.verb === 'sendBack' ? reason : null)
    },
  },
})

defineTodos({
  permits: ['appointment:check:fill', 'appointment:check:assess'],
  count: async (db, principal) => {
    if (!isOutsider(principal)) return []
    const waiting = (label: string, checkStatus: Row['checkStatus']) => waitingIn(db, resource.runtime, principal, label, { filters: { checkStatus: [checkStatus] } }, VIEW, { checkStatus })
    return Promise.all([
      ...(has(principal, 'appointment:check:fill') && principal.links.persons.length > 0 ? [waiting('待填写的独立性自查', 'unfilled'), waiting('待提交的独立性自查', 'pending'), waiting('退回的独立性自查', 'returned')] : []),
      ...(has(principal, 'appointment:check:assess') && principal.links.companies.length > 0 ? [waiting('待评估的独立性自查', 'waiting')] : []),
    ])
  },
})

const make = handle(makeIndependenceChecks, async ({ db, principal, input, audit }) => {
  const { checkYear } = input
  if (checkYear > Number(today().slice(0, 4))) throw refuse.field('checkYear', '自查年度不能晚于今年')
  const ruleDate = INDEPENDENCE_RULES.find(({ since }) => since <= `${checkYear}-12-31`)?.since ?? INDEPENDENCE_RULES[0].since
  const { all, made } = await repository.insertChecks(db, { year: checkYear, ruleDate, within: scopeOf('appointment')(principal, 'a') })
  if (made > 0) audit({ recordType: contract.definition.name, recordId: null, verb: 'make', after: { checkYear, made } })
  return { made, already: all - made }
})

/** What independent directors say of their independence, year by year. */
export const independence = { ...resource, bindings: [...resource.bindings, make] }
