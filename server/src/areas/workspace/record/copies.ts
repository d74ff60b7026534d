import { viewLink } from '@assoc/contract'
import type { insertRecordCopies, selectRecordCopies } from '@assoc/contract/platform/record'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { notify } from '../../../platform/notifications/notify'
import { requireReadable } from '../../../platform/record/readable'
import { asSeenBy } from './notes'
import * as repository from './repository'

export async function selectCopiesOf({ db, principal, input }: Context<typeof selectRecordCopies>) {
  const record = await requireReadable(db, principal, input)
  return (await repository.copiesOf(db, input.recordType, record.id)).map(({ time, ...copy }) => ({ ...copy, time: time.toISOString() }))
}

/** Sends colleagues a copy: those alone who may read the record by their own rights, which a copy does not widen. */
export async function insertCopies({ db, principal, input, audit }: Context<typeof insertRecordCopies>) {
  const record = await requireReadable(db, principal, input)
  const { label, view } = record.runtime.contract.definition
  const wanted = [...new Set(input.userIds)]
  if (wanted.includes(principal.userId)) throw refuse.field('userIds', '不需要抄送给本人')
  const readers = await Promise.all(wanted.map((userId) => asSeenBy(db, userId, record)))
  if (readers.some((reader) => !reader)) throw refuse.field('userIds', '抄送的同事中有人看不到这条记录，请重新选择')
  const added = await repository.insertCopies(db, input.recordType, record.id, wanted, principal.userId)
  audit({ recordType: input.recordType, recordId: record.id, verb: 'copy', after: { copied: added.length } })
  for (const reader of readers) {
    if (!reader || !added.includes(reader.other.userId)) continue
    await notify(db, reader.other.userId, {
      kind: 'mention',
      title: `${principal.realName}抄送给您一件事项`,
      content: `${label}：${reader.record.runtime.nameOf(reader.record.row)}`,
      link: view ? viewLink(view, { record: record.id }) : viewLink('rbac/MyTodo', { tab: 'copies' }),
    })
  }
  return { added: added.length }
}
