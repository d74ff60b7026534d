import { viewLink } from '@assoc/contract'
import { derivedUpdate } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { notify } from '../../../platform/notifications/notify'
import { membership } from '.'
import * as repository from './posts.repository'

/**
 * Empties the posts that somebody held at members when they leave their company, in the transaction of their leaving, and tells
 * whoever looks after each of them that somebody has to be named.
 */
export async function vacatePosts(action: Action, contactId: string, name: string): Promise<void> {
  for (const m of await repository.membersNaming(action.db, contactId)) {
    await derivedUpdate(membership.runtime, action, m.memberId, m.version, { ...(m.represents ? { representativeId: null } : {}), ...(m.liaises ? { liaisonId: null } : {}) })
    const posts = [...(m.represents ? ['会员代表'] : []), ...(m.liaises ? ['联络员'] : [])].join('和')
    if (m.keeper) await notify(action.db, m.keeper, { title: `${m.memberName}（${m.memberNo}）的${posts}已离任`, content: `「${name}」已登记离任，请为该会员重新指定${posts}。`, link: viewLink('member/MemberList', { record: m.memberId }) })
  }
}
