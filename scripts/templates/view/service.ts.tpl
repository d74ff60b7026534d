import type * as calls from '@assoc/contract/__area__/__kebab__'
import { has, type Who } from '../../../platform/access/who'
import { difference } from '../../../platform/audit/audit'
import { iso } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as repository from './repository'

/** A row as the contract words it, with what the person may do with it. */
const asRow = (stored: repository.Stored__Entity__, who: Who) => ({
  ...stored,
  updateTime: iso(stored.updateTime),
  abilities: has(who, '__area__:__entity__:update') ? ['update', 'delete'] : [],
})

export async function select__Entity__ByPage({ db, who, input }: Context<typeof calls.select__Entity__ByPage>) {
  const { items, total } = await repository.list__Entity__s(db, who, input)
  return { total, items: items.map((stored) => asRow(stored, who)) }
}

export async function select__Entity__({ db, who, input }: Context<typeof calls.select__Entity__>) {
  const stored = await repository.find__Entity__(db, input.__entity__Id)
  if (!stored) throw refuse.notFound()
  return asRow(stored, who)
}

export async function insert__Entity__({ db, who, input, audit }: Context<typeof calls.insert__Entity__>) {
  const { __entity__Id } = await repository.insert__Entity__(db, input, who)
  audit({ recordType: '__entity__', recordId: __entity__Id, verb: 'insert', after: { ...input } })
  return { __entity__Id }
}

export async function update__Entity__({ db, who, input, audit }: Context<typeof calls.update__Entity__>) {
  const { __entity__Id, version, ...fields } = input
  const before = await repository.find__Entity__(db, __entity__Id)
  if (!before) throw refuse.notFound()
  const done = await repository.update__Entity__(db, __entity__Id, version, fields)
  if (!done) throw refuse.conflict(asRow((await repository.find__Entity__(db, __entity__Id)) ?? before, who))
  audit({ recordType: '__entity__', recordId: __entity__Id, verb: 'update', ...difference({ ...before }, fields) })
  return done
}

export async function delete__Entity__({ db, who, input, audit }: Context<typeof calls.delete__Entity__>) {
  const before = await repository.find__Entity__(db, input.__entity__Id)
  if (!before) throw refuse.notFound()
  if (!(await repository.delete__Entity__(db, input.__entity__Id, input.version))) throw refuse.conflict(asRow(before, who))
  audit({ recordType: '__entity__', recordId: input.__entity__Id, verb: 'delete', before: { ...before } })
  return {}
}
