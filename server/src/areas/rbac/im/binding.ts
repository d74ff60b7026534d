import { viewLink } from '@assoc/contract'
import { imKind, type ImKind } from '@assoc/contract/rbac/im'
import type { Db } from '../../../platform/database/database'
import type { ImPerson } from '../../../platform/im/provider'
import { notify } from '../../../platform/notifications/notify'
import * as repository from './repository'

/** Why an account of a messenger is not bound; null when it is. A notice tells the person, there and in the console. */
export async function bindPerson(db: Db, userId: string, kind: ImKind, person: ImPerson): Promise<string | null> {
  const label = imKind.labels[kind]
  const became = await repository.bind(db, userId, kind, person)
  if (became === 'taken') return `该${label}账号已绑定其他账号，请先在那个账号的个人中心解除绑定`
  if (became === 'other') return `您已绑定另一个${label}账号，请先解除绑定`
  await notify(db, userId, { title: `已绑定${label}`, content: `${person.shownName}：可以扫码登录，待办和消息同时发到${label}。如非本人操作，请立即解除绑定并修改密码。`, link: viewLink('rbac/PersonalCenter', { part: 'im' }) })
  return null
}
