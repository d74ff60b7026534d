import type { ResponseOf, RowOf } from '@assoc/contract'
import { moveRound as moveCall, previewRoundMove, selectMoveTargets } from '@assoc/contract/form/move'
import { remindFormAnswers, remindFormRound } from '@assoc/contract/form/reminders'
import { previewFormRespondents } from '@assoc/contract/form/respondents'
import { selectFormQuotas, setFormQuotas } from '@assoc/contract/form/quota'
import { addFormRespondents, findFormAccounts, formRound as contract } from '@assoc/contract/form/round'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import { accountsNamed, canSignIn } from '../../../platform/identity/people'
import { addJob } from '../../../platform/jobs/queue'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import type { Platform } from '../../../platform/platform'
import { derivedStep } from '../../../platform/resource/actions'
import { mountResource } from '../../../platform/resource/mount'
import { afterAnonymousStep, beforeAnonymousStep, requireAnonymousForm } from '../anonymous/round'
import { systemAction } from '../system'
import { marksOfAudience } from './audience'
import { moveRound, previewMove, selectTargets } from './move'
import { remindAnswers, remindByClock, remindRound, sendNotices, tellSummary } from './notices'
import { previewRespondents, requireRespondents } from './respondents'
import { addLate, freezeRespondents } from './respondents.repository'
import { selectQuotas, setQuotas } from './quota'
import * as repository from './repository'
import '../tables'

type Row = RowOf<typeof contract>

/** What a round that was sent out keeps: whoever has begun to fill in did so by it. */
const FIXED = {
  templateId: '表单', versionNo: '版本', respondentKind: '填报对象', companyIds: '指定公司', userIds: '指定账号', certifyFlag: '是否认证', anonymousFlag: '是否匿名',
  audienceId: '收件人分组', rulePosts: '职务', ruleRange: '单位范围', ruleCategoryIds: '会员类别', ruleBoards: '板块', ruleCompanyTypes: '公司类型', ruleListStatuses: '上市状态', ruleIndustries: '行业代码', ruleJurisdictions: '辖区',
  subjectKind: '评价对象', subjectCompanyIds: '评价的公司', subjectPersonIds: '评价的独立董事', selfFlag: '允许自评',
} as const
const RULES = ['rulePosts', 'ruleRange', 'ruleCategoryIds', 'ruleBoards', 'ruleCompanyTypes', 'ruleListStatuses', 'ruleIndustries', 'ruleJurisdictions'] as const
const isOpen = (row: Row) => row.roundStatus === 'filling' || row.roundStatus === 'paused'
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
/** Instants are the same however their offset is written. */
const sameInstant = (a: string | undefined, b: string): boolean => a === undefined || new Date(a).getTime() === new Date(b).getTime()

/** The version that a round is filled in by: the one that was asked for, or the newest. */
async function versionFor(db: Db, templateId: string, asked: number | null | undefined): Promise<number> {
  const form = await repository.formOf(db, templateId)
  if (!form || form.formStatus !== 'published' || form.latestVersion === null) throw refuse.field('templateId', '只能发放已发布的表单')
  if (asked && !(await repository.hasVersion(db, templateId, asked))) throw refuse.field('versionNo', `表单没有版本 ${asked}`)
  return asked ?? form.latestVersion
}

async function requireAccounts(db: Db, userIds: readonly string[]): Promise<void> {
  for (const [i, userId] of userIds.entries()) if (!(await canSignIn(db, userId))) throw refuse.field(`userIds.${i}`, '没有这个账号，或账号已停用')
}

const resource = mountResource(contract, {
  table: 'form_round',
  module: 'form',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.roundComputed,
  keyword: { columns: ['round_name'], grams: true },
  filters: { evaluation: repository.isEvaluation },
  order: { field: 'startTime', direction: 'desc' },
  nameOf: (row) => row.roundName,
  constraints: { form_round_period: () => refuse.field('endTime', '截止时间须晚于开始时间') },
  may: (_principal, row, verb) => {
    if (row.ownedFlag) return '申报材料的发放由申报管理办理'
    if (verb === 'begin') return '到开始时间由系统自动开始'
    if (verb === 'update') return row.roundStatus === 'draft' || isOpen(row) || (row.roundStatus === 'waiting' ? '请先撤回再修改' : '已结束的发放不能修改')
    return verb !== 'delete' || row.roundStatus === 'draft' || '只能删除草稿'
  },
  before: {
    insert: async ({ db }, fields) => {
      fields.versionNo = await versionFor(db, fields.templateId, fields.versionNo)
      await requireAccounts(db, fields.userIds)
      if (fields.respondentKind === 'audience') Object.assign(fields, await marksOfAudience(db, fields.audienceId))
      if (fields.anonymousFlag) await requireAnonymousForm(db, fields.templateId, fields.versionNo)
    },
    update: async ({ db }, row, fields) => {
      const ofAudience = (fields.respondentKind ?? row.respondentKind) === 'audience'
      // What stands there was copied from the audience, and no form shows it.
      if (ofAudience) for (const field of RULES) delete fields[field]
      if (row.roundStatus !== 'draft') {
        const changed = (Object.keys(FIXED) as (keyof typeof FIXED)[]).filter((field) => fields[field] !== undefined && !(field === 'versionNo' && fields.versionNo === null) && !same(fields[field], row[field]))
        if (!sameInstant(fields.startTime, row.startTime)) throw refuse.field('startTime', '开始时间在开始填报后不能修改')
        if (changed.length > 0) throw refuse.input(changed.map((path) => ({ path, message: `${FIXED[path]}在开始填报后不能修改` })))
        delete fields.versionNo
        return
      }
      if (fields.templateId !== undefined || fields.versionNo !== undefined) fields.versionNo = await versionFor(db, fields.templateId ?? row.templateId, fields.versionNo)
      if (fields.userIds !== undefined) await requireAccounts(db, fields.userIds)
      if (ofAudience) Object.assign(fields, await marksOfAudience(db, fields.audienceId ?? row.audienceId))
      const now = { ...row, ...fields }
      if (now.anonymousFlag) await requireAnonymousForm(db, now.templateId, now.versionNo)
    },
    change: async ({ db }, row, step) => {
      const round = await repository.holdRound(db, row.roundId)
      if (!round) throw refuse.notFound()
      // What the step itself writes, such as a new end, stands in the row already.
      if ((step.verb === 'release' || step.verb === 'resume' || step.verb === 'reopen') && new Date(row.endTime).getTime() <= round.now.getTime()) throw refuse.field('endTime', '截止时间已过，请先改到以后')
      await beforeAnonymousStep(db, row, step.verb)
      if (step.verb !== 'release') return
      await versionFor(db, row.templateId, row.versionNo)
      await requireRespondents(db, row.roundId)
    },
  },
  after: {
    change: async ({ db, audit }, row, step) => {
      // A round whose time has come begins at once and not with the next minute.
      if (step.verb === 'release') await addJob(db, 'form:clock', {}, { key: 'form:clock:now' })
      if (step.verb === 'end' || step.verb === 'reopen') await repository.noteEnd(db, row.roundId, step.verb === 'end')
      if (step.verb === 'end') await tellSummary(db, row.roundId)
      await afterAnonymousStep(db, row, step.verb)
      if (step.verb !== 'begin') return
      const added = await freezeRespondents(db, row.roundId)
      audit({ recordType: 'formRound', recordId: row.roundId, verb: 'freeze', after: { taskCount: added } })
    },
  },
})

/** What rounds are stepped by, for the demo and for tests. */
export const roundRuntime = resource.runtime

async function addRespondents({ db, input, audit }: Context<typeof addFormRespondents>): Promise<ResponseOf<typeof addFormRespondents>> {
  const round = await repository.holdRound(db, input.roundId)
  if (!round) throw refuse.notFound()
  if (round.roundStatus !== 'filling' && round.roundStatus !== 'paused') throw refuse.inUse('只有填报中或暂停的发放可以补发')
  await requireAccounts(db, input.userIds)
  const added = await addLate(db, input.roundId, input.companyIds, input.userIds, input.reason)
  audit({ recordType: 'formRound', recordId: input.roundId, verb: 'addRespondents', reason: input.reason, after: { added } })
  await addJob(db, 'form:clock', {}, { key: 'form:clock:now' })
  return { added }
}

/** Accounts that a choice offers. */
const OFFERED = 20
const findAccounts = async ({ db, input }: Context<typeof findFormAccounts>): Promise<ResponseOf<typeof findFormAccounts>> => (input.keyword ? accountsNamed(db, input.keyword, { without: repository.NOBODY, limit: OFFERED }) : [])

const AT_ONCE = 200
const TITLES = { begin: '发放到时开始', end: '发放到时结束' } as const

/** Begins and ends rounds by the database's clock, each in a transaction of its own. */
export async function stepRounds(platform: Platform): Promise<void> {
  for (const verb of ['begin', 'end'] as const) {
    for (const roundId of await repository.dueRounds(platform.db, verb, AT_ONCE)) {
      await systemAction(platform, TITLES[verb], async (action) => {
        // Held and asked again: another process, or staff, may have been before.
        await repository.holdRound(action.db, roundId)
        if ((await repository.dueRounds(action.db, verb, 1, roundId)).length === 0) return
        await derivedStep(roundRuntime, action, roundId, verb)
      })
    }
  }
}
/** What the clock says of rounds: they begin and end, those who are missing are reminded, and everybody is told. */
async function tick(platform: Platform): Promise<void> {
  await stepRounds(platform)
  await remindByClock(platform)
  await sendNotices(platform)
}
defineJob('form:clock', (_payload, platform) => tick(platform), '* * * * *')

/** Rounds of forms, and who is to fill them in. */
export const round: ServerModule = { bindings: [...resource.bindings, handle(addFormRespondents, addRespondents), handle(findFormAccounts, findAccounts), handle(selectFormQuotas, selectQuotas), handle(setFormQuotas, setQuotas), handle(selectMoveTargets, selectTargets), handle(previewRoundMove, previewMove), handle(moveCall, moveRound), handle(previewFormRespondents, previewRespondents), handle(remindFormRound, remindRound), handle(remindFormAnswers, remindAnswers)] }
