import type { RowOf } from '@assoc/contract'
import type { approvalInput, joinApply } from '@assoc/contract/member/join-apply'
import type { z } from 'zod'
import { JURISDICTIONS } from '@assoc/contract/member/company'
import type { Action } from '../../../platform/resource/definition'
import { cleanShortName, companyFields } from '../company/fields'
import { insertCompany } from '../company/repository'
import { rewriteCompany } from '../company/rewrite'
import { noteApplicant, serveAs } from '../contact/applicant'
import { makeMember } from '../membership'
import { companyOfCode, deptOf, noteMember } from './repository'

type Row = RowOf<typeof joinApply>
type Given = { [P in keyof typeof approvalInput]: z.output<(typeof approvalInput)[P]> }

const TAIL = /(股份|集团){0,4}(有限责任|有限)?公司$/
const SHORT_NAME = 32

const placeOf = (companyName: string) => JURISDICTIONS.find((place) => companyName.startsWith(place)) ?? null

/** What a company is called for short while nobody has said: its name without place and legal form. */
export function shortNameOf(companyName: string): string {
  const name = companyName.slice((placeOf(companyName) ?? '').length).replace(/^[省市]/, '').replace(TAIL, '')
  return cleanShortName(name.length >= 2 ? name : companyName).slice(0, SHORT_NAME)
}

/**
 * What follows from an approval, in its transaction: the company, found by its credit code or made, the membership with its
 * number, and what follows from that in turn.
 */
export async function admit(action: Action, row: Row, given: Given): Promise<void> {
  const { db } = action
  const applyId = row.applyId
  const deptId = await deptOf(db, applyId)
  const known = await companyOfCode(db, row.creditCode)
  const companyId = known?.companyId ?? (await makeCompany(action, row, deptId))
  const totalShares = sharesOf(row)
  if (known && !known.sharesKnown && totalShares) await rewriteCompany(action, companyId, { totalShares }, { reason: `入会申请 ${row.applyNo}` })
  const representativeId = await representativeOf(action, row, given, companyId, deptId)
  const memberId = await makeMember(action, { companyId, categoryId: row.applyCategoryId, joinDate: String(row.approveDate), deptId, representativeId, remark: `入会申请 ${row.applyNo}，${String(row.approveMeeting)}批准` })
  await noteMember(db, applyId, memberId)
}

/**
 * The contact who represents the member: the applicant, whose mobile the first review has verified, or whom the approval names. Both are
 * contacts of the company afterwards, the representative in office.
 */
async function representativeOf(action: Action, row: Row, given: Given, companyId: string, deptId: string | null): Promise<string> {
  const of = { companyId, userId: row.createBy, deptId }
  const applicant = { ...of, name: row.applicantName, mobile: row.applicantMobile ?? '', remark: `入会申请 ${row.applyNo} 的申请人` }
  if (given.representativeBy === 'applicant') return serveAs(action, applicant)
  const representativeId = await serveAs(action, { ...of, name: given.representativeName ?? '', mobile: given.representativeMobile ?? '', postType: given.representativePost ?? undefined, remark: `入会申请 ${row.applyNo} 的会员代表` }, 'input.representativeMobile')
  await noteApplicant(action, applicant)
  return representativeId
}

const sharesOf = (row: Row) => (row.totalShares as string | null) ?? null

/** The rest of what is known of a company is written down by staff; a place that its name does not tell stays unknown. */
async function makeCompany({ db, principal, audit }: Action, row: Row, deptId: string | null): Promise<string> {
  const companyName = row.companyName
  const given = { companyName, shortName: shortNameOf(companyName), companyType: 'other' as const, creditCode: row.creditCode, totalShares: sharesOf(row), deptId: deptId ?? principal.deptId, jurisdiction: placeOf(companyName) }
  const fields = companyFields(given as Parameters<typeof companyFields>[0])
  const companyId = await insertCompany(db, fields, 'unlisted', String(row.createBy ?? principal.userId))
  audit({ recordType: 'company', recordId: companyId, verb: 'insert', reason: `入会申请 ${row.applyNo}`, after: { ...fields } })
  return companyId
}
