import type { ConsoleLink, PermitCode, ResponseOf } from '@assoc/contract'
import type { selectCompanyParts as call } from '@assoc/contract/member/company-part'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { Context } from '../../../platform/http/context'

type Answer = ResponseOf<typeof call>[number]

/** What an area adds to the page of one company. */
export interface CompanyPart {
  key: string
  title: string
  /** Place on the page; lower ones first. */
  order: number
  /** Who sees it; data scope is the area's own. */
  permit: PermitCode
  /** Words what there is; null when the area has nothing of this company and an empty part would tell nothing. */
  read(db: Db, principal: Principal, companyId: string): Promise<(Omit<Answer, 'key' | 'title' | 'link' | 'links'> & { link: ConsoleLink | null; links?: { label: string; link: ConsoleLink }[] }) | null>
}

const parts: CompanyPart[] = []

/** Adds an area's part; called once when its module is loaded. */
export function addCompanyPart(part: CompanyPart): void {
  parts.push(part)
  parts.sort((a, b) => a.order - b.order)
}

export async function selectCompanyParts({ db, principal, input }: Context<typeof call>) {
  const mine = parts.filter((part) => has(principal, part.permit))
  const read = await Promise.all(mine.map(async (part) => ({ part, found: await part.read(db, principal, input.companyId) })))
  return read.flatMap(({ part: { key, title }, found }) => (found ? [{ key, title, ...found }] : []))
}

/** 分 as a part words it: 元 with two decimals. */
export const yuanText = (fen: number | string): string => (Number(fen) / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
