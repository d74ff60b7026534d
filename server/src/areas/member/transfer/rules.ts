import type { memberTransfer } from '@assoc/contract/member/transfer'
import type { transferType } from '@assoc/contract/member/transfer'
import { refuse } from '../../../platform/errors'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { validatePlacing } from '../membership/hooks'
import { takePlace } from '../membership/rules'
import * as repository from './repository'

type Fields = Inserted<typeof memberTransfer>

export type Kind = keyof typeof transferType.labels

/** The one target that each kind needs. */
export const TARGET: Record<Kind, 'toCompanyId' | 'toJurisdiction' | 'toCategoryId'> = { succession: 'toCompanyId', jurisdiction: 'toJurisdiction', category: 'toCategoryId' }
const SAME: Record<Kind, string> = { succession: '承继公司与会员现在的公司相同', jurisdiction: '转入辖区与公司现在的辖区相同', category: '调整后类别与会员现在的类别相同' }
const NOW: Record<Kind, keyof repository.Standing> = { succession: 'companyId', jurisdiction: 'jurisdiction', category: 'categoryId' }
/** Statuses of a membership that can go over. */
const MOVABLE: readonly string[] = ['normal', 'suspended']

/**
 * Checks a transfer as it is written, and again before it takes effect: the target of its kind, which the contract asks for, is
 * another one than now and has room for the member. Both ends are formatted.
 */
export async function validate({ db }: Pick<Action, 'db'>, fields: Fields): Promise<repository.Standing> {
  const kind = fields.transferType
  const field = TARGET[kind]
  const target = String(fields[field])
  const memberId = fields.memberId
  const now = await repository.standingOf(db, memberId)
  if (!now) throw refuse.notFound()
  if (!MOVABLE.includes(now.status)) throw refuse.field('memberId', '该会员的会籍已终止或正在办理退会，不能转移')
  if (now.companyId === null && kind !== 'category') throw refuse.field('transferType', '个人会员只能办理类别调整')
  if (fields.effectiveDate < now.joinDate) throw refuse.field('effectiveDate', `生效日期不能早于入会日期 ${now.joinDate}`)
  if (now[NOW[kind]] === target) throw refuse.field(field, SAME[kind])
  Object.assign(fields, await ends(db, kind, now, target, memberId, fields))
  return now
}

async function ends(db: Action['db'], kind: Kind, now: repository.Standing, target: string, memberId: string, fields: Fields): Promise<{ fromText: string; toText: string }> {
  if (kind === 'jurisdiction') return { fromText: now.jurisdiction ?? '（未登记）', toText: target }
  if (kind === 'category') {
    await takePlace(db, target, memberId, 'toCategoryId')
    await validatePlacing(db, { categoryId: target, individual: now.companyId === null, field: 'toCategoryId' })
    return { fromText: now.categoryName, toText: await repository.categoryName(db, target) }
  }
  const company = await repository.successor(db, target)
  if (!company) throw refuse.notFound()
  if (company.memberNo) throw refuse.field('toCompanyId', `「${company.name}」已有在籍的会员（${company.memberNo}），不能承继`)
  if (!fields.carryBalance && now.balance !== 0) throw refuse.field('carryBalance', `该会员还有会费余额 ${(now.balance / 100).toFixed(2)} 元；不结转的，请先退还余额`)
  return { fromText: now.memberName, toText: company.name }
}
