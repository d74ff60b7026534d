import type { RowOf } from '@assoc/contract'
import type { Inserted } from '../../../platform/resource/definition'
import type { memberResource } from '@assoc/contract/member/member'
import { today } from '@assoc/contract/core/day'
import { STANDING } from '@assoc/contract/member/member'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { lockCategory } from '../category/repository'
import { holdCompany } from '../company/keyword.repository'
import { holdPerson } from '../director/repository'
import * as repository from './repository'

type Row = RowOf<typeof memberResource>
type Fields = Inserted<typeof memberResource>

export const stands = (status: unknown): boolean => (STANDING as readonly unknown[]).includes(status)

/**
 * Takes a place in a category: it must be in use, and below its quota. Checked under a lock of the category's row, so that
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

/** Refuses a company that is deleted; one that is there stays so until the transaction ends. */
export async function requireCompany(db: Db, companyId: string): Promise<void> {
  if (!(await holdCompany(db, companyId))) throw refuse.field('companyId', '该公司已删除')
}

/** Statuses of somebody who has been taken into the pool. */
const IN_POOL: readonly unknown[] = ['listed', 'suspended']

/** Refuses a person who has not been taken into the pool: who they are was never looked at. */
export async function requirePerson(db: Db, personId: string): Promise<void> {
  if (!IN_POOL.includes(await holdPerson(db, personId))) throw refuse.field('personId', '只能选择已入库的人员，请先在“独立董事用户审核”中办理入库')
}

/** What a member is stays as it was written down. */
export function validateParty(row: Row, fields: Partial<Fields>): void {
  const changed = (field: 'memberKind' | 'companyId' | 'personId') => fields[field] !== undefined && fields[field] !== row[field]
  if (changed('memberKind')) throw refuse.field('memberKind', '会员性质登记后不能修改')
  if (changed('companyId')) throw refuse.field('companyId', '会员的所属公司不能修改')
  if (changed('personId')) throw refuse.field('personId', '会员对应的个人不能修改')
}

/** Representative and liaison serve at the member's company; one who was named before may have left since. */
export async function validatePeople(db: Db, companyId: string, fields: Partial<Fields>, before: Partial<Row> = {}): Promise<void> {
  const named = (['representativeId', 'liaisonId'] as const).filter((field) => typeof fields[field] === 'string' && fields[field] !== before[field])
  if (named.length === 0) return
  const serving = await repository.servingAt(db, companyId, named.map((field) => String(fields[field])))
  const wrong = named.filter((field) => !serving.has(String(fields[field])))
  if (wrong.length > 0) throw refuse.input(wrong.map((path) => ({ path, message: `${path === 'liaisonId' ? '联络员' : '会员代表'}须是该公司在任的联系人` })))
}

/** Nobody joins on a day to come. */
export function validateJoinDate(joinDate: unknown): void {
  if (typeof joinDate === 'string' && joinDate > today()) throw refuse.field('joinDate', '入会日期不能晚于今天')
}

/** Nobody comes back to good standing without somebody who represents them; an individual represents themselves. */
export function requireRepresentative(row: Row): void {
  if (row.memberKind === 'company' && !row.representativeId) throw refuse.inUse('该会员还没有会员代表，请先在“修改”中指定会员代表，再恢复权利')
}
