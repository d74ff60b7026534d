import { viewLink, type AnyResource } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import { DEPUTIES_MAX, DEPUTY_DAYS_MAX } from '@assoc/contract/rbac/inbox-deputy'
import type * as calls from '@assoc/contract/rbac/inbox-deputy'
import { holdersOfAny, namesOf } from '../../../platform/access/holders'
import { loadUserFacts } from '../../../platform/access/load-principal'
import { onBehalf, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { canSignIn, holdPerson } from '../../../platform/identity/people'
import { addJob } from '../../../platform/jobs/queue'
import { defineJob } from '../../../platform/jobs/worker'
import { notify } from '../../../platform/notifications/notify'
import type { Action } from '../../../platform/resource/definition'
import { inboxKinds, inboxKindsOf, type InboxKind } from '../../../platform/workspace/inbox'
import { requireCovers } from '../../rbac/api'
import { areaOf } from '../inbox/area'
import * as repository from './repository'

const DAY_MS = 86_400_000
const at = (time: Date | string): string => localTime(new Date(time)).slice(0, 16)
const INBOX = viewLink('rbac/MyTodo', {})

/** A person as they are now; undefined for who can no longer sign in. */
async function personOf(db: Db, userId: string): Promise<Principal | undefined> {
  const facts = await loadUserFacts(db, userId)
  return facts && (facts.accountStatus === 'normal' || facts.accountStatus === 'locked') ? { ...facts.principal, sessionId: '' } : undefined
}

export interface Behalf {
  deputyId: string
  name: string
  toTime: Date
  /** The person as the deputy of the other. */
  principal: Principal
  kinds: InboxKind[]
}

async function behalfOf(db: Db, principal: Principal, standing: repository.Standing): Promise<Behalf | undefined> {
  const other = await personOf(db, standing.userId)
  if (!other) return undefined
  const acting = onBehalf(principal, other)
  const kinds = inboxKindsOf(acting).filter(({ key }) => standing.kinds.length === 0 || standing.kinds.includes(key))
  return { deputyId: standing.deputyId, name: standing.name, toTime: standing.toTime, principal: acting, kinds }
}

/** For whom a person stands in now. Who looks at the console as a role stands in for nobody. */
export async function behalves(db: Db, principal: Principal): Promise<Behalf[]> {
  if (principal.roleView) return []
  const all = await Promise.all((await repository.standingFor(db, principal.userId)).map((standing) => behalfOf(db, principal, standing)))
  return all.filter((each) => each !== undefined)
}

/** One of them, as it holds at this moment; otherwise it is not there. */
export async function requireBehalf(db: Db, principal: Principal, deputyId: string): Promise<Behalf> {
  const [standing] = principal.roleView ? [] : await repository.standingFor(db, principal.userId, deputyId)
  const behalf = standing && (await behalfOf(db, principal, standing))
  if (!behalf) throw refuse.notFound()
  return behalf
}

/** Kinds that both may deal with: all that one could do for the other. */
async function kindsOfBoth(db: Db, userId: string, deputyUserId: string): Promise<InboxKind[]> {
  const [one, other] = [await personOf(db, userId), await personOf(db, deputyUserId)]
  return one && other ? inboxKindsOf(onBehalf(other, one)) : []
}

interface Terms {
  userId: string
  deputyUserId: string
  fromTime: string
  toTime: string
  kinds: readonly string[]
}

/** What has to be so before somebody stands in, whoever sets it. */
export async function validate({ db, principal }: Pick<Action, 'db' | 'principal'>, { userId, deputyUserId, fromTime, toTime, kinds }: Terms): Promise<void> {
  if (userId === deputyUserId) throw refuse.field('deputyUserId', '代办人不能是本人')
  if (principal.userId !== userId) {
    if (deputyUserId === principal.userId) throw refuse.field('deputyUserId', '不能把自己设为他人的代办人，请由其他管理员设置')
    await requireCovers(db, principal, userId, '为其设置代办人')
  }
  if (Date.parse(toTime) <= Date.parse(fromTime)) throw refuse.field('toTime', '结束时间须晚于开始时间')
  if (await repository.isOver(db, toTime)) throw refuse.field('toTime', '结束时间须晚于现在')
  if (Date.parse(toTime) - Date.parse(fromTime) > DEPUTY_DAYS_MAX * DAY_MS) throw refuse.field('toTime', `代办最长 ${DEPUTY_DAYS_MAX} 天，时间更长的请办理工作移交`)
  const known = new Set(inboxKinds().map(({ key }) => key))
  if (kinds.some((kind) => !known.has(kind))) throw refuse.field('kinds', '事项类别不存在，请重新选择')
  if (!(await canSignIn(db, deputyUserId))) throw refuse.field('deputyUserId', '代办人的账号不能登录，请选择其他同事')
  const both = new Set((await kindsOfBoth(db, userId, deputyUserId)).map(({ key }) => key))
  if (both.size === 0) throw refuse.field('deputyUserId', '代办人没有办理这些事项的权限，请选择有相同审批权限的同事')
  const missing = inboxKinds().filter(({ key }) => kinds.includes(key) && !both.has(key))
  if (missing.length > 0) throw refuse.field('kinds', `代办人或本人没有以下事项的权限：${missing.slice(0, 3).map(({ label }) => label).join('、')}${missing.length > 3 ? '等' : ''}，请去掉后重试`)
  // Two settings of one person at once wait for each other.
  await holdPerson(db, userId)
  const { open, overlaps } = await repository.openOf(db, userId, deputyUserId, fromTime, toTime)
  if (overlaps) throw refuse.field('deputyUserId', '该同事在这段时间已是代办人，如需调整请先结束原来的设置')
  if (open >= DEPUTIES_MAX) throw refuse.field('deputyUserId', `每人最多同时设置 ${DEPUTIES_MAX} 个代办，请先结束不用的`)
}

const END = 'inbox:deputyEnd'

/** Both hear of it, and hear once more when its time is over. */
export async function tellBegun({ db }: Pick<Action, 'db'>, deputyId: string, { userId, deputyUserId, fromTime, toTime }: Terms): Promise<void> {
  const names = await namesOf(db, [userId, deputyUserId])
  const time = `${at(fromTime)} 至 ${at(toTime)}`
  await notify(db, deputyUserId, { kind: 'system', title: `请您代 ${names.get(userId) ?? ''} 办理待办`, content: `${time}，在“我的待办”中选择“代 ${names.get(userId) ?? ''}”办理双方都有权限的事项。`, link: INBOX })
  await notify(db, userId, { kind: 'system', title: `${names.get(deputyUserId) ?? ''} 将代您办理待办`, content: `${time}。您可随时在“我的待办”中结束。`, link: INBOX })
  await addJob(db, END, { deputyId }, { key: `${END}:${deputyId}`, runAt: new Date(toTime) })
}

async function tellEnded(db: Db, { userId, deputyUserId, userName, deputyName }: repository.Held): Promise<void> {
  await notify(db, deputyUserId, { kind: 'system', title: `代 ${userName} 办理待办已结束`, content: '没有办完的事项仍等本人办理。', link: INBOX })
  await notify(db, userId, { kind: 'system', title: `${deputyName} 代您办理待办已结束`, content: '没有办完的事项仍在您的待办中。', link: INBOX })
}

/** Tells both that the time is over, unless it was ended before. */
export const tellWhenOver = (db: Db, deputyId: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const ended = await repository.endedByTime(tx, deputyId)
    if (ended) await tellEnded(tx, ended)
  })

defineJob(END, ({ deputyId }: { deputyId: string }, { db }) => tellWhenOver(db, deputyId))

/** Ends it before its time. */
export async function endNow(db: Db, deputyId: string): Promise<void> {
  const held = await repository.hold(db, deputyId)
  if (!held) throw refuse.notFound()
  if (held.ended) throw refuse.inUse('代办已经结束')
  await repository.end(db, deputyId)
  await tellEnded(db, held)
}

export async function selectOwn({ db, principal }: Context<typeof calls.selectOwnDeputies>) {
  const rows = (await repository.ofPerson(db, principal.userId)).map(({ userId, fromTime, toTime, ...row }) => ({ mine: userId === principal.userId, ...row, fromTime: fromTime.toISOString(), toTime: toTime.toISOString() }))
  return { given: rows.filter(({ mine }) => mine), taken: rows.filter(({ mine }) => !mine) }
}

export async function selectKinds({ principal, input }: Context<typeof calls.selectDeputyKinds>) {
  return (input.all ? inboxKinds() : inboxKindsOf(principal)).map(({ key, label, permit }) => ({ key, label, area: areaOf(permit) }))
}

/** Of a search, so many people are looked up. */
const [CANDIDATES, FOUND] = [24, 8]

export async function selectCandidates({ db, principal, input }: Context<typeof calls.selectDeputyCandidates>) {
  const permits = [...new Set(inboxKindsOf(principal).map(({ permit }) => permit))]
  const holders = await holdersOfAny(db, permits, { near: principal.deptId, keyword: input.keyword, limit: CANDIDATES })
  const found: { userId: string; realName: string; deptName: string | null; kindLabels: string[] }[] = []
  for (const { userId, realName, deptName } of holders) {
    if (found.length === FOUND) break
    if (userId === principal.userId) continue
    const kinds = await kindsOfBoth(db, principal.userId, userId)
    if (kinds.length > 0) found.push({ userId, realName, deptName, kindLabels: kinds.map(({ label }) => label) })
  }
  return found
}

/** Ends one's own, given or taken; others' are not there. */
export async function endOwn({ db, principal, input, audit }: Context<typeof calls.endOwnDeputy>) {
  const held = await repository.hold(db, input.deputyId)
  if (!held || (held.userId !== principal.userId && held.deputyUserId !== principal.userId)) throw refuse.notFound()
  await endNow(db, input.deputyId)
  audit({ recordType: 'inboxDeputy', recordId: input.deputyId, verb: 'end', after: { userId: held.userId, deputyUserId: held.deputyUserId } })
  return {}
}

/**
 * The context of a decision that a deputy takes: rights are those of both, the log names both, and the record of the deputy notes what
 * was done by it.
 */
export function actingFor<C extends Context<never>>(context: C, behalf: Behalf | null): C {
  if (!behalf) return context
  const { userId, realName } = context.principal
  const actor = { userId, userName: `${realName}（代 ${behalf.name}）` }
  return { ...context, principal: behalf.principal, audit: (entry) => context.audit({ ...entry, actor }) }
}

/** Notes beside the deputy what was decided: by its kind and step, for its readers need not be able to read the record. */
export const noteDecided = (context: Pick<Context<never>, 'audit'>, { deputyId }: Behalf, kind: InboxKind, verb: string, count: number): void =>
  context.audit({
    recordType: 'inboxDeputy',
    recordId: deputyId,
    verb: 'decide',
    reason: `${kind.label} · ${(kind.runtime.contract as AnyResource).definition.status?.machine.find(verb, kind.status)?.label ?? verb}${count > 1 ? ` ${count} 件` : ''}`,
  })
