import { STANDING } from '@assoc/contract/member/member'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { today } from '../../../platform/numbers/numbers'
import type { Row } from '../../../platform/resource/definition'
import { lockCategory } from '../category/repository'
import * as repository from './repository'

export const stands = (status: unknown): boolean => (STANDING as readonly unknown[]).includes(status)

/**
 * Takes a place in a category: it must be in use, and below its quota. Judged under a lock of the category's row, so that
 * many who join at once are counted one after the other. `without` is the member that changes or comes back,
 * `field` where a refusal is told.
 */
export async function takePlace(db: Db, categoryId: string, without: string | null, field = 'categoryId'): Promise<void> {
  const category = await lockCategory(db, categoryId)
  if (!category) throw refuse.notFound()
  if (category.category_status !== 'enabled') throw refuse.field(field, `会员类别「${category.category_name}」已停用`)
  if (category.quota === 0) return
  if ((await repository.standingIn(db, categoryId, without)) >= category.quota) throw refuse.field(field, `会员类别「${category.category_name}」的 ${category.quota} 个名额已满`)
}

/** Representative and liaison serve at the member's company; one who was named before may have left since. */
export async function judgePeople(db: Db, companyId: string, fields: Row, before: Row = {}): Promise<void> {
  const named = (['representativeId', 'liaisonId'] as const).filter((field) => typeof fields[field] === 'string' && fields[field] !== before[field])
  if (named.length === 0) return
  const serving = await repository.servingAt(db, companyId, named.map((field) => String(fields[field])))
  const wrong = named.filter((field) => !serving.has(String(fields[field])))
  if (wrong.length > 0) throw refuse.input(wrong.map((path) => ({ path, message: `${path === 'liaisonId' ? '联络员' : '会员代表'}须是该公司在任的联系人` })))
}

/** Nobody joins on a day to come. */
export function judgeJoinDate(joinDate: unknown): void {
  if (typeof joinDate === 'string' && joinDate > today()) throw refuse.field('joinDate', '入会日期不能晚于今天')
}
