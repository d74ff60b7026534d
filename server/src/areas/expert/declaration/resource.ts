import type { RowOf } from '@assoc/contract'
import { viewLink } from '@assoc/contract'
import { declaration as contract } from '@assoc/contract/expert/declaration'
import { BY_DECLARANT, CORRECTION_DAYS, IN_FIRST } from '@assoc/contract/expert/declaration-status'
import type { Principal } from '../../../platform/access/principal'
import { moduleScopeOf } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { notifyOnce } from '../../../platform/notifications/notify'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { certifyOwnedAnswer, changesOfSubmission, closeAnswered, holdOwnedAnswer, onOwnedTask, reopenOwnedAnswer, returnOwnedAnswer } from '../../form/api'
import { decide } from './eligibility'
import * as repository from './repository'

type Row = RowOf<typeof contract>

/** What the rounds of declarations are called among those that other areas keep. */
export const DECLARATIONS = 'declaration'

const LOCAL = '该辖区由地方协会初审'
/** Steps of both reviews, and statuses of a scheme in which there are none any more. */
const REVIEWED: ReadonlySet<string> = new Set([...IN_FIRST, 'passSecond', 'returnSecond'])
const OVER: ReadonlySet<string> = new Set(['publicity', 'published', 'ended'])
const TAKEN = '该方案下已有未撤回的申报，请继续办理原申报'

/** Whether somebody reviews for a local association the declarations of this jurisdiction. */
const isLocal = (principal: Principal, { jurisdiction }: Pick<Row, 'jurisdiction'>): boolean => jurisdiction !== null && jurisdiction !== undefined && moduleScopeOf(principal, 'declaration').jurisdictions.includes(jurisdiction)

/** What is handed in is complete, in time by the database's clock, and by somebody who fulfils the rules. */
async function requireReady(db: Db, declareId: string, standing: repository.Standing): Promise<void> {
  if (OVER.has(standing.schemeStatus)) throw refuse.inUse('该评价方案不再接受申报')
  if (standing.declareStatus === 'draft' && !standing.open) throw refuse.inUse('现在不在申报时间内，不能提交')
  if (standing.declareStatus === 'returned' && !standing.correcting && !standing.open) throw refuse.inUse('补正期限已过，不能提交')
  if (!standing.filled) throw refuse.inUse('请先填写并提交申报表，再提交申报')
  const { failed } = await decide(db, declareId, standing.schemeId, standing, false)
  if (failed.length > 0) throw refuse.inUse(`不符合申报条件：${failed.map(({ label, note }) => `${label}（${note}）`).join('、')}`)
}

async function sendBack(action: Action, row: Row, reason: string): Promise<void> {
  const due = await repository.giveCorrection(action.db, row.declareId, reason, CORRECTION_DAYS)
  await returnOwnedAnswer(action, row.answerId, reason, due)
  await notifyOnce(action.db, await repository.accountsOf(action.db, row.declareId), { title: `申报已退回补正：${row.schemeName}`, content: reason, link: viewLink('expert/MyDeclare', { record: row.declareId }) })
}

const resource = mountResource(contract, {
  table: 'declaration',
  module: 'declaration',
  scope: { dept: 'dept_id', jurisdiction: 'jurisdiction', company: 'company_id', person: 'pool_id' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  internal: ['poolId', 'deptId'],
  computed: repository.computed,
  seenBy: { ownFlag: (principal) => repository.isOwn(principal, 't') },
  filters: repository.filters,
  keyword: { where: repository.holding, number: { column: 'declare_no', prefix: 'SB' } },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => `${row.declareNo} ${row.declarantName}`,
  todos: [
    { label: '待初审申报', status: 'submitted', permit: 'declaration:first:audit', view: 'expert/SecondList' },
    { label: '待复审申报', status: 'rechecking', permit: 'declaration:second:audit', view: 'expert/DeclareAudit' },
    { label: '待补正申报', status: 'returned', permit: 'declaration:mine:update', view: 'expert/MyDeclare' },
  ],
  handover: { label: '未提交的申报', order: 78, open: ['draft', 'returned'], settled: ['submitted', 'reviewing', 'rechecking', 'scoring', 'publicity', 'published', 'withdrawn'], name: 'declareNo' },
  constraints: {
    declaration_person_open: () => refuse.inUse(TAKEN),
    declaration_company_open: () => refuse.inUse(TAKEN),
  },
  may: (principal, row, verb) => {
    if (verb === 'update' || BY_DECLARANT.includes(verb)) {
      if (!row.ownFlag) return '只能由申报人或其公司办理'
      return verb !== 'update' || row.declareStatus === 'draft' || row.declareStatus === 'returned' || '提交后不能修改，请先撤回申报'
    }
    return !IN_FIRST.includes(verb) || !row.localFlag || isLocal(principal, row) || LOCAL
  },
  before: {
    // The answer is held before the declaration is moved, as whoever fills it in holds it: one of them sees what the other has done.
    change: async ({ db }, row, step) => {
      await holdOwnedAnswer(db, row.answerId)
      const standing = await repository.standingOf(db, row.declareId)
      if (!standing) throw refuse.notFound()
      if (step.verb === 'submit') return requireReady(db, row.declareId, standing)
      if (REVIEWED.has(step.verb) && OVER.has(standing.schemeStatus)) throw refuse.inUse('该评价方案已进入公示、已公布或已终止，不能再审核')
      if (step.verb === 'resume' && !standing.open) throw refuse.inUse('申报已截止，不能恢复申报')
    },
  },
  after: {
    change: async (action, row, step, reason) => {
      const { db, audit } = action
      if (step.verb === 'submit') {
        await repository.noteSubmission(db, row.declareId)
        audit({ recordType: 'declaration', recordId: row.declareId, verb: 'filled', ...(await changesOfSubmission(db, row.answerId)) })
      }
      if (step.verb === 'resume') await reopenOwnedAnswer(action, row.answerId)
      if (step.to === 'returned') await sendBack(action, row, reason ?? '')
      if (step.verb === 'passSecond') {
        await closeAnswered(action, row.answerId)
        await certifyOwnedAnswer(action, row.answerId)
      }
      if (step.verb === 'disqualify')
        await notifyOnce(db, await repository.accountsOf(db, row.declareId), { title: `申报资格已取消：${row.schemeName}`, content: reason ?? '', link: viewLink('expert/MyDeclare', { record: row.declareId }) })
    },
  },
})

const HELD: Partial<Record<string, string>> = { draft: '', returned: '', submitted: '申报已提交，如需修改请先在“我的申报”中撤回', withdrawn: '申报已撤回，恢复申报后可以修改', disqualified: '申报资格已取消' }
onOwnedTask(DECLARATIONS, async (db, declareId) => {
  const standing = await repository.standingOf(db, declareId)
  return (HELD[standing?.declareStatus ?? 'disqualified'] ?? '申报正在审核，不能修改') || null
})

/** What declarations are stepped by. */
export const declarationRuntime = resource.runtime

/** Declarations as a resource. */
export const declarationResource = resource
