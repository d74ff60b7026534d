import { masked, type ResponseOf } from '@assoc/contract'
import { availability, expertField, tieKind } from '@assoc/contract/expert/expert'
import type * as calls from '@assoc/contract/expert/statement'
import { STATEMENT_FORM } from '@assoc/contract/expert/statement'
import { CHOSEN_MOST } from '@assoc/contract/form/round'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { derivedUpdate } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { answersByCode, openSystemRound } from '../../form/api'
import { expertPool } from '../pool'
import * as repository from './repository'
import { statedOf, type Stated } from './stated'

/** Names that a preview tells. */
const NAMED = 20

export async function previewStatements({ db, principal, input }: Context<typeof calls.previewExpertStatements>): Promise<ResponseOf<typeof calls.previewExpertStatements>> {
  const all = await repository.expertsInOffice(db, principal, input.statementYear)
  const without = all.filter(({ stated, userId }) => !stated && userId === null)
  return { experts: all.filter(({ stated, userId }) => !stated && userId !== null).length, stated: all.filter(({ stated }) => stated).length, without: without.length, names: without.slice(0, NAMED).map(({ name }) => name) }
}

/** Sends the form to those in office of whom nothing is asked yet for the year. */
export async function startStatements(context: Context<typeof calls.startExpertStatements>): Promise<ResponseOf<typeof calls.startExpertStatements>> {
  const { db, principal, input, audit } = context
  if (Date.parse(input.endTime) <= Date.now()) throw refuse.field('endTime', '截止时间须晚于现在')
  await repository.holdExperts(db, principal)
  const experts = (await repository.expertsInOffice(db, principal, input.statementYear)).filter(({ stated, userId }) => !stated && userId !== null)
  if (experts.length === 0) throw refuse.inUse('没有需要发起的专家：在聘专家都已发起，或没有可登录的账号')
  if (experts.length > CHOSEN_MOST) throw refuse.inUse(`一次最多发起 ${CHOSEN_MOST} 位专家`)
  const roundId = await openSystemRound(context as unknown as Action, { key: STATEMENT_FORM, roundName: `${input.statementYear}年专家年度申报`, userIds: experts.flatMap(({ userId }) => userId ?? []), endTime: input.endTime })
  const asked = await repository.insertStatements(db, roundId, input.statementYear, experts, principal.userId)
  audit({ recordType: 'formRound', recordId: roundId, verb: 'startStatements', after: { statementYear: input.statementYear, experts: asked } })
  return { experts: asked, roundId }
}

async function read(db: Db, platform: Action['platform'], statement: repository.Statement, hold: boolean): Promise<{ now: repository.Pooled } & Stated> {
  const now = await repository.pooledOf(db, statement.expertId, hold)
  if (!now) throw refuse.notFound()
  return { now, ...(await statedOf(db, await answersByCode(db, platform, statement.answerId), now)) }
}

/** What is approved is written to the pool, by the one who approves it and in the same transaction; whoever has handed it in has not approved it. */
export async function applyStatement(action: Action, answerId: string): Promise<void> {
  const { db, platform, audit } = action
  const statement = await repository.statementOfAnswer(db, answerId)
  if (!statement) return
  const { now, pool, problem } = await read(db, platform, statement, true)
  if (problem) throw refuse.inUse(`不能写入专家库：${problem}`)
  const { unit, titleName, email, fields, relatedCompanies, ...beside } = pool
  await derivedUpdate(expertPool.runtime, action, statement.expertId, now.version, { unit, titleName, email, fields, relatedCompanies: relatedCompanies as never })
  await repository.noteStated(db, statement.expertId, beside, statement.year)
  await repository.noteApplied(db, statement.statementId)
  audit({ recordType: 'expert', recordId: statement.expertId, verb: 'state', after: { statementYear: statement.year, ...beside } })
}

const HANDED_IN: readonly string[] = ['submitted', 'certified']

export async function selectChanges({ db, platform, input }: Context<typeof calls.selectStatementChanges>): Promise<ResponseOf<typeof calls.selectStatementChanges>> {
  const statement = await repository.statementOf(db, input.statementId)
  if (!statement) throw refuse.notFound()
  if (!HANDED_IN.includes(statement.answerStatus)) return { changes: [], problem: '还没有提交' }
  const { now, pool, problem } = await read(db, platform, statement, false)
  const names = await repository.companyNames(db, [...now.relatedCompanies, ...pool.relatedCompanies].flatMap(({ companyId }) => companyId ?? []))
  const ties = (list: repository.Pooled['relatedCompanies']) => list.map(({ companyId, unit, tieKind: kind, until }) => `${unit ?? names.get(companyId ?? '') ?? ''}（${tieKind.labels[kind]}${until ? `，至 ${until}` : ''}）`).join('、')
  const said = (one: Stated['pool']): [string, string][] => [
    ['工作单位', one.unit],
    ['职称/职务', one.titleName ?? ''],
    ['电子邮箱', masked('email', one.email) ?? ''],
    ['专业领域', one.fields.map((field) => expertField.labels[field]).join('、')],
    ['可参与评审', one.availability ? availability.labels[one.availability] : ''],
    ['每月可评审件数', one.workCapacity === null ? '' : String(one.workCapacity)],
    ['关联单位', ties(one.relatedCompanies)],
  ]
  const stated = new Map(said(pool))
  // The masked address may look the same although it is another one.
  const isOther = (label: string, text: string) => (label === '电子邮箱' ? now.email !== pool.email : text !== stated.get(label))
  return { problem, changes: said(now).map(([label, text]) => ({ label, now: text, stated: stated.get(label) ?? '', changed: isOther(label, text) })) }
}
