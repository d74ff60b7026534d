import { viewLink } from '@assoc/contract'
import { READERS_FOUND, type insertRecordNote, type selectNoteReaders, type withdrawRecordNote } from '@assoc/contract/platform/record'
import { holdersOfAny } from '../../../platform/access/holders'
import { loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { ReadableRecord } from '../../../platform/record/parts'
import { findReadable, requireReadable } from '../../../platform/record/readable'
import { notify } from '../../../platform/notifications/notify'
import * as repository from './repository'

/** People of a search of whom it is looked up whether they may read the record. */
const CANDIDATES = 24

/** The record as somebody else sees it, who need not be signed in; undefined when they do not. */
export async function asSeenBy(db: Db, userId: string, { runtime, id }: ReadableRecord): Promise<{ other: Principal; record: ReadableRecord } | undefined> {
  const facts = await loadUserFacts(db, userId)
  if (!facts || facts.accountStatus !== 'normal') return undefined
  const other: Principal = { ...facts.principal, sessionId: '' }
  const record = await findReadable(db, other, runtime.entity.name, id)
  return record && { other, record }
}

/** Colleagues whom a note on the record may name: those alone who may read it. */
export async function selectReaders({ db, principal, input }: Context<typeof selectNoteReaders>) {
  const record = await requireReadable(db, principal, input)
  const { read } = record.runtime.contract.definition.access
  // A list that everybody reads is bound to no permit; whom it shows to is found by the data scope alone, which such lists lack.
  if (read.kind !== 'permit') return []
  const holders = await holdersOfAny(db, [read.code], { near: principal.deptId, keyword: input.keyword, limit: CANDIDATES })
  const found: { userId: string; realName: string; deptName: string | null }[] = []
  for (const { userId, realName, deptName } of holders) {
    if (found.length === READERS_FOUND) break
    if (userId !== principal.userId && (await asSeenBy(db, userId, record))) found.push({ userId, realName, deptName })
  }
  return found
}

/** Adds a note, and leaves a notice to whom it names. */
export async function insert({ db, principal, input, audit }: Context<typeof insertRecordNote>) {
  const record = await requireReadable(db, principal, input)
  const { label, view } = record.runtime.contract.definition
  const mentioned = [...new Set(input.mentionIds)].filter((userId) => userId !== principal.userId)
  const readers = await Promise.all(mentioned.map((userId) => asSeenBy(db, userId, record)))
  if (readers.some((reader) => !reader)) throw refuse.field('mentionIds', '提醒的同事中有人看不到这条记录，请重新选择')
  const { note_id } = await repository.insertNote(db, input.recordType, record.id, input.content, mentioned, principal.userId)
  audit({ recordType: input.recordType, recordId: record.id, verb: 'note', after: { noteId: note_id, mentioned: mentioned.length } })
  for (const reader of readers) {
    if (!reader) continue
    await notify(db, reader.other.userId, {
      kind: 'mention',
      title: `${principal.realName}在备注中提醒您`,
      // Without the note itself: it may be taken back, and a right to the record may end.
      content: `${label}：${reader.record.runtime.nameOf(reader.record.row)}`,
      link: view ? viewLink(view, { record: record.id }) : '',
    })
  }
  return { noteId: note_id }
}

/** Takes an own note back; others' are not there. */
export async function withdraw({ db, principal, input, audit }: Context<typeof withdrawRecordNote>) {
  const note = await repository.holdNote(db, input.noteId)
  if (!note || note.create_by !== principal.userId) throw refuse.notFound()
  const record = await requireReadable(db, principal, { recordType: note.record_type, recordId: note.record_id })
  if (note.withdraw_time) throw refuse.inUse('备注已经撤回')
  await repository.withdrawNote(db, note.note_id)
  audit({ recordType: note.record_type, recordId: record.id, verb: 'withdrawNote', after: { noteId: note.note_id } })
  return {}
}
