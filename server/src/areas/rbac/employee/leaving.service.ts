import { CODE } from '@assoc/contract'
import type * as calls from '@assoc/contract/rbac/org'
import { employeeStatus } from '@assoc/contract/rbac/employee'
import { difference, writeAudit, type AuditEntry } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { allHandovers, allWaitingDecisions, type Blocked, type HandoverPerson } from '../../../platform/handover/handover'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import { notify } from '../../../platform/notifications/notify'
import { keepAdministrator } from '../role/administrators'
import { requireCovers } from '../role/guard'
import * as handover from './handover.repository'
import * as repository from './repository'
import { present } from './service'

type Items = { key: string; label: string; link: string; count: number; names: string[] }[]

const itemsOf = (db: Db, person: HandoverPerson): Promise<Items> =>
  Promise.all(allHandovers().map(async (kind) => ({ key: kind.key, label: kind.label, link: kind.link, ...(await kind.kept(db, person)) })))

interface Waiting {
  label: string
  link: string
  count: number
  others: number
}

/** What waits for a decision that this person may take, by kind; kinds for which nothing waits are left out. */
async function waitingFor(db: Db, userId: string): Promise<Waiting[]> {
  const found = await Promise.all(allWaitingDecisions().map(async ({ label, link, of }) => ({ label, link, waiting: await of(db, userId) })))
  return found.flatMap(({ label, link, waiting }) => (waiting && waiting.count > 0 ? [{ label, link, ...waiting }] : []))
}

/** What a successor cannot take over, by kind. */
async function blockedFor(db: Db, person: HandoverPerson, successor: HandoverPerson): Promise<(Blocked & { label: string })[]> {
  const found = await Promise.all(allHandovers().map(async (kind) => ((await kind.blocked?.(db, person, successor)) ?? []).map((row) => ({ label: kind.label, ...row }))))
  return found.flat()
}

/** Blocked rows that the sentence of a refusal names; all of them are in its list. */
const TOLD = 3

/** What a person who leaves would hand over. */
export async function handoverOf({ db, input }: Context<typeof calls.queryEmployeeHandover>) {
  const person = await repository.findEmployee(db, input.employeeId)
  if (!person) throw refuse.notFound()
  const successor = input.successorId ? await repository.findEmployee(db, input.successorId) : undefined
  return {
    items: await itemsOf(db, person),
    approvals: await waitingFor(db, person.userId),
    blocked: successor ? await blockedFor(db, person, successor) : [],
    roleNames: await handover.roleNamesOf(db, person.userId),
  }
}

/** The successor, when there is anything to hand over. */
async function successorFor(db: Db, before: repository.EmployeeRecord, successorId: string | null | undefined, items: Items): Promise<repository.EmployeeRecord | null> {
  const open = items.filter((i) => i.count > 0)
  if (!successorId) {
    if (open.length === 0) return null
    throw refuse.field('successorId', `还有${open.map((i) => `${i.label} ${i.count} 项`).join('、')}，请选择接任人`)
  }
  if (successorId === before.employeeId) throw refuse.field('successorId', '接任人不能是本人')
  const successor = await repository.findEmployee(db, successorId)
  const account = successor ? await repository.findAccount(db, successor.userId) : undefined
  if (!successor || successor.employeeStatus === 'left' || account?.accountStatus !== 'normal') throw refuse.field('successorId', '接任人须为在职员工，且账号正常')
  return successor
}

/**
 * The person leaves: roles end, what they look after goes to the successor, all in the transaction of the call. The lock
 * also keeps two who leave at once from taking over from each other; `lock` is another one only where a test proves it.
 */
export async function leave({ db, principal, input, audit, platform }: Context<typeof calls.updateEmployeeUsersDelStatus>, lock?: (db: Db) => Promise<void>) {
  const { employeeId, leaveDate } = input
  const change = async () => {
    const before = await repository.findEmployee(db, employeeId)
    if (!before) throw refuse.notFound()
    if (!employeeStatus.find('leave', before.employeeStatus)) throw refuse.badTransition()
    if (leaveDate < before.entryDate) throw refuse.field('leaveDate', '离职日期不能早于入职日期')
    const done = await repository.markLeft(db, employeeId, input.version, before.employeeStatus, leaveDate)
    if (!done) throw refuse.conflict(present(before))
    const alone = (await waitingFor(db, before.userId)).find((w) => w.others === 0)
    if (alone) throw refuse.inUse(`${alone.label}还有 ${alone.count} 项，没有其他人可以办理，请先为接任人分配权限`)
    // Roles end with it, and an account: nobody ends those of somebody who holds more.
    await requireCovers(db, principal, before.userId, '办理其离职')
    const items = await itemsOf(db, before)
    const successor = await successorFor(db, before, input.successorId, items)
    const blocked = successor ? await blockedFor(db, before, successor) : []
    if (successor && blocked.length > 0) throw stopped(successor.realName, blocked)
    const given = successor ? await handOver(db, before, successor, audit) : {}
    const roles = await handover.roleNamesOf(db, before.userId)
    await handover.endRoles(db, before.userId)
    audit({
      recordType: 'employee',
      recordId: employeeId,
      verb: 'leave',
      before: { employeeStatus: before.employeeStatus, leaveDate: null },
      after: { employeeStatus: 'left', leaveDate, ...(successor ? { successor: successor.realName, handedOver: given } : {}) },
    })
    if (roles.length > 0) audit({ recordType: 'user', recordId: before.userId, verb: 'assignRole', reason: '员工离职', ...difference({ roles }, { roles: [] }) })
    if (input.disableAccount) {
      const disabled = await repository.disableAccount(db, before.userId, principal.userId)
      await platform.sessions.endAllOf(db, before.userId, 'disabled')
      if (disabled > 0) audit({ recordType: 'user', recordId: before.userId, verb: 'disable', reason: '员工离职', after: { accountStatus: 'disabled' } })
    } else await handover.keepAccountUntil(db, employeeId, leaveDate)
    await platform.revocations.announce(db, { kind: 'user', id: before.userId })
    return {}
  }
  return keepAdministrator(db, change, lock)
}

/** The refusal of a successor who stands on the other side of something: at the field, with the list beside it. */
function stopped(name: string, blocked: readonly (Blocked & { label: string })[]): Refusal {
  const told = blocked.slice(0, TOLD).map((b) => `${b.name}（${b.reason}）`).join('、')
  const message = `${name}不能接任其中 ${blocked.length} 项：${told}${blocked.length > TOLD ? ' 等' : ''}。请先办结这些事项，或换一位接任人`
  return new Refusal(CODE.input, message, { fields: [{ path: 'successorId', message }], blocked })
}

async function handOver(db: Db, from: repository.EmployeeRecord, to: repository.EmployeeRecord, audit: (entry: AuditEntry) => void): Promise<Record<string, number>> {
  const note = (recordType: string, recordId: string) => audit({ recordType, recordId, verb: 'handOver', reason: `${from.realName}离职`, before: { handler: from.realName }, after: { handler: to.realName } })
  const given: Record<string, number> = {}
  const told: string[] = []
  for (const kind of allHandovers()) {
    const { label } = kind
    const count = await kind.give(db, from, to, note)
    if (count === 0) continue
    given[label] = count
    told.push(`${label} ${count} 项`)
  }
  if (told.length > 0) await notify(db, to.userId, { title: '工作移交', content: `${from.realName}离职，以下事项已移交给您：${told.join('、')}。`, link: '' })
  return given
}

/** Disables the accounts that were kept until the last day, each with its audit row. */
export async function disableDueAccounts(platform: Platform): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const frame = { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: '离职账号停用' }
    for (const { userId } of await handover.takeDueAccounts(tx)) {
      if ((await repository.disableAccount(tx, userId, null)) === 0) continue
      await platform.sessions.endAllOf(tx, userId, 'disabled')
      await platform.revocations.announce(tx, { kind: 'user', id: userId })
      await writeAudit(tx, frame, [{ recordType: 'user', recordId: userId, verb: 'disable', reason: '员工离职', after: { accountStatus: 'disabled' } }])
    }
  })
}
