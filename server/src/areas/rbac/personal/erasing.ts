import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import { erasePerson, eraseRecord, personOf, previewErasure, type Erased, type FateLine } from '../../../platform/personal/erase'
import { nobody } from '../../../platform/personal/person.repository'
import { definePersonalBlock, NEUTRAL_NAME, personalRecords, recordTable, type Person, type PersonalTable } from '../../../platform/personal/register'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { endLinks } from '../identity-link/service'
import { keepAdministrator } from '../role/administrators'
import * as repository from './repository'

definePersonalBlock(async (db, person) => ((await repository.stillEmployed(db, [...person.userIds])) ? ['仍是在职员工，请先在员工管理中办理离职与交接'] : []))

/** Writes what was erased down outside the database: see ledger.ts. */
export const LEDGER_JOB = 'personal:ledger'

type Erasing = Pick<Action, 'db' | 'platform' | 'principal' | 'audit' | 'job'>

const sum = (lines: readonly FateLine[], keep: boolean): number => lines.filter((line) => (line.fate === 'keep') === keep).reduce((n, line) => n + line.rows, 0)

/** Nobody looks at what is erased by itself: names of two characters, which are often words, are left in texts then. */
const isNoWord = (person: Person): boolean => [...person.names].every((name) => [...name].length > 2)

/** Writes down what was erased: kinds of records and their ids, and no value of any. */
async function note(action: Erasing, person: Person, { lines, files }: Erased, { cause, requestId, again }: { cause: 'request' | 'refused'; requestId: string | null; again?: string }): Promise<void> {
  const { db, principal, audit, job } = action
  const own = personalRecords().filter((one) => (person.rows.get(one.table)?.size ?? 0) > 0)
  const refs = own.map((one) => ({ record: one.record.name, ids: [...(person.rows.get(one.table) ?? [])] }))
  for (const { record, ids } of refs) await repository.forgetSubjects(db, record, ids, NEUTRAL_NAME)
  const by = principal.userId === '0' ? null : principal.userId
  const erasureNo = again ?? (await nextNumber(db, 'SC', todayDigits()))
  const { erasure_id } = await repository.insertErasure(db, {
    erasureNo, cause, requestId, records: own.map((one) => one.label).join('、'), refs, lines, erasedRows: sum(lines, false), keptRows: sum(lines, true), fileCount: files, by,
  })
  if (!again) await job(LEDGER_JOB, { erasureNo, cause, refs })
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
export async function carryOut(action: Erasing, { recordType, recordId, requestId }: { recordType: string; recordId: string; requestId: string }, names: boolean): Promise<void> {
  const { db, platform, principal } = action
  const one = recordTable(recordType)
  const person = one && (await personOf(db, platform.encryption, one, recordId))
  if (!person) throw refuse.notFound()
  if (person.userIds.has(principal.userId)) throw refuse.forbidden('不能办理关于本人的注销申请')
  const { blocks } = await previewErasure(db, person, { texts: false })
  if (blocks.length > 0) throw refuse.inUse(`还有未了结的事项：${blocks.join('；')}`)
  await keepAdministrator(db, async () => {
    await endAccounts(action, person)
    await note(action, person, await erasePerson(action, person, { names }), { cause: 'request', requestId })
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
    await note(action, person, await erasePerson(action, person, { names: isNoWord(person) }), { cause: 'refused', requestId: null })
    return
  }
  const alone: Person = { ...person, rows: new Map([[one.table, new Set([id])]]) }
  await note(action, alone, await eraseRecord(action, one, id), { cause: 'refused', requestId: null })
}

/** Erases once more what was erased before a backup from earlier was restored, under the number that it had. */
export async function eraseAgain(action: Erasing, { erasureNo, cause, refs }: { erasureNo: string; cause: 'request' | 'refused'; refs: readonly { record: string; ids: readonly string[] }[] }): Promise<void> {
  const all = nobody()
  const lines: FateLine[] = []
  let files = 0
  for (const { record, ids } of refs) {
    const one = recordTable(record)
    for (const id of one ? ids : []) {
      const person = one && (await personOf(action.db, action.platform.encryption, one, id))
      // Of somebody whose first record was erased a moment ago nothing is known any more.
      if (!one || !person || person.names.size === 0) continue
      all.rows.set(one.table, (all.rows.get(one.table) ?? new Set()).add(id))
      if (cause === 'request') await endAccounts(action, person)
      const erased = cause === 'request' ? await erasePerson(action, person, { names: isNoWord(person) }) : await eraseRecord(action, one, id)
      lines.push(...erased.lines)
      files += erased.files
    }
  }
  await note(action, all, { lines, files }, { cause, requestId: null, again: erasureNo })
}
