import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import { erasePerson, eraseRecord, personOf, previewErasure, type Erased, type FateLine } from '../../../platform/personal/erase'
import { definePersonalBlock, NEUTRAL_NAME, personalRecords, recordTable, type Person, type PersonalTable } from '../../../platform/personal/register'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { endLinks } from '../identity-link/service'
import { keepAdministrator } from '../role/administrators'
import * as repository from './repository'

definePersonalBlock(async (db, person) => ((await repository.stillEmployed(db, [...person.userIds])) ? ['仍是在职员工，请先在员工管理中办理离职与交接'] : []))

type Erasing = Pick<Action, 'db' | 'platform' | 'principal' | 'audit' | 'job'>

const sum = (lines: readonly FateLine[], keep: boolean): number => lines.filter((line) => (line.fate === 'keep') === keep).reduce((n, line) => n + line.rows, 0)

/** Writes down what was erased: kinds of records and their ids, and no value of any. */
async function note(action: Erasing, person: Person, { lines, files }: Erased, { cause, requestId }: { cause: 'request' | 'refused'; requestId: string | null }): Promise<void> {
  const { db, principal, audit } = action
  const own = personalRecords().filter((one) => (person.rows.get(one.table)?.size ?? 0) > 0)
  const refs = own.map((one) => ({ record: one.record.name, ids: [...(person.rows.get(one.table) ?? [])] }))
  for (const { record, ids } of refs) await repository.forgetSubjects(db, record, ids, NEUTRAL_NAME)
  const by = principal.userId === '0' ? null : principal.userId
  const { erasure_id } = await repository.insertErasure(db, {
    erasureNo: await nextNumber(db, 'SC', todayDigits()), cause, requestId, records: own.map((one) => one.label).join('、'), refs, lines, erasedRows: sum(lines, false), keptRows: sum(lines, true), fileCount: files, by,
  })
  audit({ recordType: 'erasure', recordId: erasure_id, verb: 'erase', after: { cause, records: own.map((one) => one.label), erasedRows: sum(lines, false), keptRows: sum(lines, true), fileCount: files } })
}

/** Ends accounts before what stands in them is erased. */
async function endAccounts(action: Erasing, person: Person): Promise<void> {
  const { db, platform, principal } = action
  for (const userId of person.userIds) {
    await endLinks(action, { userId }, '个人信息注销')
    await platform.sessions.endAllOf(db, userId, 'disabled')
    await repository.cancelAccount(db, userId, principal.userId === '0' ? null : principal.userId)
    await platform.revocations.announce(db, { kind: 'user', id: userId })
  }
}

/** Carries a request out; refuses while something is open, and where nobody would be left to administer. */
export async function carryOut(action: Erasing, { recordType, recordId, requestId }: { recordType: string; recordId: string; requestId: string }): Promise<void> {
  const { db, platform, principal } = action
  const one = recordTable(recordType)
  const person = one && (await personOf(db, platform.encryption, one, recordId))
  if (!person) throw refuse.notFound()
  if (person.userIds.has(principal.userId)) throw refuse.forbidden('不能办理关于本人的注销申请')
  const { blocks } = await previewErasure(db, person)
  if (blocks.length > 0) throw refuse.inUse(`还有未了结的事项：${blocks.join('；')}`)
  await keepAdministrator(db, async () => {
    await endAccounts(action, person)
    await note(action, person, await erasePerson(action, person), { cause: 'request', requestId })
  })
}

/**
 * Erases what somebody left here who was not taken. Where they are known here by nothing else, all of it goes; otherwise the record alone,
 * for the rest is needed on.
 */
export async function eraseRefused(action: Erasing, one: PersonalTable, id: string): Promise<void> {
  const person = await personOf(action.db, action.platform.encryption, one, id)
  if (!person) return
  const records = [...person.rows.values()].reduce((n, ids) => n + ids.size, 0)
  const cancelled = one.table === 'sys_user'
  if (records === 1 && (person.userIds.size === 0 || cancelled)) {
    if (cancelled) await endAccounts(action, person)
    await note(action, person, await erasePerson(action, person), { cause: 'refused', requestId: null })
    return
  }
  const alone: Person = { ...person, rows: new Map([[one.table, new Set([id])]]) }
  await note(action, alone, await eraseRecord(action, one, id), { cause: 'refused', requestId: null })
}
