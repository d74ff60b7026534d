import { followingUpdate } from '../../../platform/resource/deeds'
import type { Deed } from '../../../platform/resource/definition'
import { membership } from '.'
import * as repository from './posts.repository'

const LIST_PATH = '/memberManage/memberList'

/**
 * Empties the posts that somebody held at members when she leaves her company, in the transaction of her leaving, and tells
 * whoever looks after each of them that somebody has to be named.
 */
export async function vacatePosts(deed: Deed, contactId: string, name: string): Promise<void> {
  for (const m of await repository.membersNaming(deed.db, contactId)) {
    await followingUpdate(membership.mounted, deed, m.memberId, m.version, { ...(m.represents ? { representativeId: null } : {}), ...(m.liaises ? { liaisonId: null } : {}) })
    const posts = [...(m.represents ? ['会员代表'] : []), ...(m.liaises ? ['联络员'] : [])].join('和')
    if (m.keeper) await repository.tell(deed.db, m.keeper, `${m.memberName}（${m.memberNo}）的${posts}已离任`, `「${name}」已登记离任，请为该会员重新指定${posts}。`, `${LIST_PATH}?keyword=${m.memberNo}`)
  }
}
