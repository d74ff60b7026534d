import type * as calls from '@assoc/contract/rbac/why'
import { entityNamed } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as menus from '../menu/repository'
import { ancestors } from '../menu/tree'
import { bookOf } from './book'
import * as explain from './explain'
import * as repository from './repository'
import { kindsOfRecords } from './targets'

export async function whyPermit({ db, input }: Context<typeof calls.explainPermit>) {
  const [permit] = await repository.permits(db, [input.permitId])
  if (!permit) throw refuse.notFound()
  const book = await bookOf(db, input.userId)
  const grants = await repository.grantsTo(db, book.roles.map((r) => r.roleId), [permit.permitId])
  return { person: book.person, ...explain.explainPermit(book, permit, grants) }
}

export async function whyMenu({ db, input }: Context<typeof calls.explainMenu>) {
  const book = await bookOf(db, input.userId)
  return { person: book.person, ...(await explain.explainMenu(db, book, input.menuId)) }
}

export async function whyRecord({ db, input }: Context<typeof calls.explainRecord>) {
  const kind = kindsOfRecords().find((k) => k.entity === input.entity)
  const entity = kind && entityNamed(kind.entity)
  if (!kind || !entity) throw refuse.field('entity', '没有这种数据')
  const book = await bookOf(db, input.userId)
  return { person: book.person, ...(await explain.explainRecord(db, book, entity, kind.label, input.recordId)) }
}

export async function targets({ db }: Context<typeof calls.selectWhyTargets>) {
  const [permits, all] = await Promise.all([repository.permits(db), menus.allMenus(db)])
  return {
    permits,
    menus: all.filter((m) => m.menuLink !== '').map((m) => ({ menuId: m.menuId, menuName: m.menuName, groupName: ancestors(all, m.menuId).at(-1)?.menuName ?? '' })),
    entities: kindsOfRecords(),
  }
}
