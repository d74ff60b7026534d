import { type FieldsOf, type RowOf, viewLink } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { extendTrial, openTrial, printTrialLetter, selectTrialMenus, trialAccount as contract } from '@assoc/contract/member/trial-account'
import { writeAudit } from '../../../platform/audit/audit'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { Platform } from '../../../platform/platform'
import { derivedStep } from '../../../platform/resource/actions'
import { maskedRow, type Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { findRow } from '../../../platform/resource/rows.repository'
import { notify } from '../../../platform/notifications/notify'
import { allowGuest, loginNameTaken } from '../../rbac/api'
import { applyStep, validateMenus, letterOf, openAccount, prolong } from './account'
import { offeredMenus } from './menus'
import * as repository from './repository'
import * as rules from './rules'
import { trialDemo, trialMenu } from './seed'
import './tables'

type Row = RowOf<typeof contract>

async function validateFields(action: Action, fields: FieldsOf<typeof contract>, before?: Row): Promise<void> {
  rules.validateDates(fields)
  const name = fields.accountName
  if (name !== before?.accountName && (await loginNameTaken(action.db, name))) throw refuse.field('accountName', '该账号已被使用')
  await validateMenus(action, fields.menuIds)
}

const { runtime, bindings } = mountResource(contract, {
  table: 'trial_account',
  module: 'director',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { columns: ['account_name', 'org_name', 'applicant_name'], grams: true },
  filters: repository.filters,
  handover: { label: '未办结的试用账号', order: 65, open: ['pending', 'running', 'ended', 'disabled'], name: 'accountName' },
  order: { field: 'updateTime', direction: 'desc' },
  constraints: {
    trial_account_name_unique: () => refuse.field('accountName', '该账号已有试用申请'),
    trial_account_mobile_unique: () => refuse.field('mobile', '该手机号码已有待审核或试用中的账号'),
  },
  todos: [{ status: 'pending', label: '待开通试用账号', permit: 'director:trial:audit' }],
  may: rules.may,
  before: {
    insert: (action, fields) => validateFields(action, fields),
    update: (action, row, fields) => validateFields(action, { ...row, ...fields }, row),
  },
  after: { change: (action, row, step) => applyStep(action, row, step.verb) },
})

/** The trial as this person may see it, in the version that they have read. */
async function current({ db, principal }: Pick<Action, 'db' | 'principal'>, trialId: string, version: number): Promise<Row> {
  const row = await findRow(db, runtime, principal, trialId)
  if (!row) throw refuse.notFound()
  if (row.version !== version) throw refuse.conflict(maskedRow(runtime, row))
  return row
}

/** Moves the trial on first: of two who open it at once only one comes to make the account. */
async function open(context: Context<typeof openTrial>) {
  const action = context as unknown as Action
  const { trialId, version } = context.input
  const row = await current(action, trialId, version)
  await derivedStep(runtime, action, trialId, 'open')
  rules.validateOpening(row)
  await openAccount(action, row)
  return { accountName: row.accountName }
}

async function letter(context: Context<typeof printTrialLetter>) {
  const action = context as unknown as Action
  const row = await findRow(action.db, runtime, action.principal, context.input.trialId)
  if (!row) throw refuse.notFound()
  if (row.createBy === action.principal.userId) throw refuse.forbidden('不能为自己登记的试用账号打印密码函，请由他人办理')
  return { fileName: `密码函-${row.accountName}.pdf`, contentType: 'application/pdf', body: await letterOf(action, row) }
}

async function extend(context: Context<typeof extendTrial>) {
  const action = context as unknown as Action
  const { trialId, version, endDate } = context.input
  const row = await current(action, trialId, version)
  const moved = await derivedStep(runtime, action, trialId, 'extend')
  rules.validateExtension(row, endDate)
  await prolong(action, trialId, endDate)
  return { version: moved.version }
}

/** Trials whose last day is over end, each for itself with its audit rows; their accounts are kept out and their makers told. */
export async function expireTrials(platform: Pick<Platform, 'db' | 'log' | 'sessions' | 'revocations'>, day = today()): Promise<number> {
  const { db, log } = platform
  let done = 0
  for (const { trialId, userId, orgName, createBy } of await repository.overdue(db, day)) {
    await db.transaction().execute(async (tx) => {
      if (!(await repository.expire(tx, trialId, day))) return
      const kept = userId ? await allowGuest({ db: tx, platform }, userId, false, 'expired') : []
      await writeAudit(tx, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: '试用到期' }, [
        { recordType: runtime.entity.name, recordId: trialId, verb: 'expire', before: { trialStatus: 'running' }, after: { trialStatus: 'ended' } },
        ...kept,
      ])
      if (createBy) await notify(tx, createBy, { title: `${orgName}的试用已到期`, content: '账号已不能登录，可以延期一次或转为正式。', link: viewLink('member/ProbationAudit', { record: trialId }) })
      done += 1
    })
  }
  if (done > 0) log.info({ trials: done }, 'trials have ended')
  return done
}
defineJob('trial:expire', async (_payload, platform) => void (await expireTrials(platform)), '11 * * * *')

const menus = async ({ db, principal, platform }: Context<typeof selectTrialMenus>) => (await offeredMenus(db, principal, platform)).map(({ menuId, parentId, menuName }) => ({ menuId, parentId, menuName }))

/** Accounts that units try the console with, for a while. */
export const trial = { runtime, bindings: [...bindings, handle(openTrial, open), handle(printTrialLetter, letter), handle(extendTrial, extend), handle(selectTrialMenus, menus)], seeds: [trialMenu, trialDemo] }
