import type { Context } from '../../../platform/http/context'
import type { RowOf } from '@assoc/contract'
import type { expert as contract, printExpertLetter } from '@assoc/contract/expert/expert'
import { refuse } from '../../../platform/errors'
import { scopeOf } from '../../../platform/access/entities'
import type { Action } from '../../../platform/resource/definition'
import { allowGuest, endLinks, firstLetter, holdsNoRole, linkAccount } from '../../rbac/api'
import * as repository from './account.repository'

type Row = Pick<RowOf<typeof contract>, 'expertId' | 'name' | 'mobile'>
const SOURCE = 'expert'

/** Makes or links the account of an expert who is appointed, or appointed again, and unlocks one that the end of the last appointment has locked. */
export async function openAccount(action: Action, row: Row): Promise<void> {
  const userId = await linkAccount(action, { mobile: row.mobile, realName: row.name, typeId: 'expert', subject: 'expert', subjectId: row.expertId, capacity: 'expert', role: 'EXPERT', source: SOURCE, sourceId: row.expertId })
  const held = await repository.heldBy(action.db, row.expertId)
  if (held.accountLocked && held.userId === userId) (await allowGuest(action, userId, true)).forEach(action.audit)
  await repository.noteAccount(action.db, row.expertId, userId, false)
}

/** Takes the role of an expert away at once. An account that is good for nothing else is locked; one that is a director's or a company's as well stays theirs. */
export async function closeAccount(action: Action, row: Row, reason: string): Promise<void> {
  await endLinks(action, { source: SOURCE, sourceId: row.expertId }, reason)
  const { userId, accountLocked } = await repository.heldBy(action.db, row.expertId)
  if (!userId || !(await holdsNoRole(action.db, userId))) return
  const noted = await allowGuest(action, userId, false)
  noted.forEach(action.audit)
  await repository.noteAccount(action.db, row.expertId, userId, accountLocked || noted.length > 0)
}

/** The first password of an expert's account as a letter, made by another person than who entered the expert. */
export async function letter(context: Context<typeof printExpertLetter>) {
  const { db, principal, input, audit } = context
  const held = await repository.letterFor(db, input.expertId, scopeOf('expert')(principal, 't'))
  if (!held) throw refuse.notFound()
  if (held.createBy === principal.userId) throw refuse.forbidden('不能为自己登记的专家打印密码函，请由他人办理')
  if (held.status !== 'serving' || !held.userId) throw refuse.badTransition()
  const { pdf, noted } = await firstLetter(context as unknown as Action, held.userId, 'EXPERT')
  noted.forEach(audit)
  return { fileName: `密码函-${held.expertNo}.pdf`, contentType: 'application/pdf', body: pdf }
}
