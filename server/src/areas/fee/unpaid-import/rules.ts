import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { balanceRuntime } from '../balance/resource'
import * as repository from './repository'
import type { Candidate, Key } from './repository'

/** What a row of the file says of its member. */
export interface Given {
  memberNo?: string | null
  stockCode?: string | null
  creditCode?: string | null
  companyName: string
}

const LABELS: Record<Key, string> = { creditCode: '统一社会信用代码', memberNo: '会员编号', stockCode: '证券代码' }
/** The first of these that a row has finds the member; the others must not speak against it. */
const KEYS: readonly Key[] = ['creditCode', 'memberNo', 'stockCode']

/** A name as it is compared: letters and brackets of full width as half-width ones, without brackets and blanks. */
export const comparable = (name: string): string => name.normalize('NFKC').replace(/[\s()[\]{}【】〔〕「」《》]/g, '').toUpperCase()

/** The member that a row means, within the person's data scope; refused with a sentence at the column that is wrong. */
export async function memberOf(action: Action, given: Given): Promise<Candidate> {
  const key = KEYS.find((name) => given[name])
  if (!key) throw refuse.field('creditCode', '请填写统一社会信用代码、会员编号或证券代码中的一项')
  const found = await repository.membersBy(action.db, action.principal, balanceRuntime.runtime.entity, key, String(given[key]))
  if (found.length === 0) throw refuse.field(key, `没有${LABELS[key]}为「${given[key]}」的会员`)
  const member = theOne(found, given, key)
  const against = KEYS.find((name) => given[name] && given[name]?.toUpperCase() !== member[name]?.toUpperCase())
  if (against) throw refuse.field(against, `${LABELS[against]}与${LABELS[key]}不是同一会员：按${LABELS[key]}找到的是 ${member.companyName}（${member.memberNo}）`)
  if (comparable(given.companyName) !== comparable(member.companyName)) throw refuse.field('companyName', `公司全称与会员不符：按${LABELS[key]}找到的是 ${member.companyName}`)
  return member
}

/** Of several memberships of one company the one whose number is given, else the one that stands. */
function theOne(found: readonly Candidate[], { memberNo }: Given, key: Key): Candidate {
  const [only, ...others] = memberNo && key !== 'memberNo' && found.length > 1 ? found.filter((m) => m.memberNo === memberNo.toUpperCase()) : found
  const one = others.length === 0 ? only : found.find((m) => m.standing)
  if (!one) throw refuse.field('memberNo', '该公司有多个会籍，请填写会员编号')
  return one
}
