import type { transferType } from '@assoc/contract/member/transfer'
import { refuse } from '../../../platform/errors'
import type { Deed, Row } from '../../../platform/resource/definition'
import { takePlace } from '../membership/rules'
import * as repository from './repository'

export type Kind = keyof typeof transferType.labels

/** The one target that each kind needs. */
export const TARGET: Record<Kind, 'toCompanyId' | 'toJurisdiction' | 'toCategoryId'> = { succession: 'toCompanyId', jurisdiction: 'toJurisdiction', category: 'toCategoryId' }
const MISSING: Record<Kind, string> = { succession: '主体承继须选择承继公司', jurisdiction: '辖区转移须选择转入辖区', category: '类别调整须选择调整后类别' }
const SAME: Record<Kind, string> = { succession: '承继公司与会员现在的公司相同', jurisdiction: '转入辖区与公司现在的辖区相同', category: '调整后类别与会员现在的类别相同' }
const NOW: Record<Kind, keyof repository.Standing> = { succession: 'companyId', jurisdiction: 'jurisdiction', category: 'categoryId' }
/** Statuses of a membership that can go over. */
const MOVABLE: readonly string[] = ['normal', 'suspended']

/**
 * Judges a transfer as it is written, and again before it takes effect: exactly the target of its kind, another one than now,
 * with room for the member there. What belongs to other kinds is emptied; both ends are worded.
 */
export async function judge({ db }: Pick<Deed, 'db'>, fields: Row): Promise<repository.Standing> {
  const kind = fields['transferType'] as Kind
  const field = TARGET[kind]
  for (const other of Object.values(TARGET)) if (other !== field) fields[other] = null
  if (kind !== 'succession') fields['carryBalance'] = false
  const target = fields[field]
  if (typeof target !== 'string' || !target) throw refuse.field(field, MISSING[kind])
  const memberId = String(fields['memberId'])
  const now = await repository.standingOf(db, memberId)
  if (!now) throw refuse.notFound()
  if (!MOVABLE.includes(now.status)) throw refuse.field('memberId', '该会员的会籍已终止或正在办理退会，不能转移')
  if (String(fields['effectiveDate']) < now.joinDate) throw refuse.field('effectiveDate', `生效日期不能早于入会日期 ${now.joinDate}`)
  if (now[NOW[kind]] === target) throw refuse.field(field, SAME[kind])
  Object.assign(fields, await ends(db, kind, now, target, memberId, fields))
  return now
}

async function ends(db: Deed['db'], kind: Kind, now: repository.Standing, target: string, memberId: string, fields: Row): Promise<{ fromText: string; toText: string }> {
  if (kind === 'jurisdiction') return { fromText: now.jurisdiction ?? '（未登记）', toText: target }
  if (kind === 'category') {
    await takePlace(db, target, memberId, 'toCategoryId')
    return { fromText: now.categoryName, toText: await repository.categoryName(db, target) }
  }
  const company = await repository.successor(db, target)
  if (!company) throw refuse.notFound()
  if (company.memberNo) throw refuse.field('toCompanyId', `「${company.name}」已有在籍的会员（${company.memberNo}），不能承继`)
  if (!fields['carryBalance'] && now.balance !== 0) throw refuse.field('carryBalance', `该会员还有会费余额 ${(now.balance / 100).toFixed(2)} 元；不结转的，请先退还余额`)
  return { fromText: now.companyName, toText: company.name }
}
