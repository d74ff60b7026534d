import { contact } from '@assoc/contract/member/contact'
import { memberCategory } from '@assoc/contract/member/category'
import { memberResource } from '@assoc/contract/member/member'
import type { RequestOf } from '@assoc/contract'
import type { TestServer } from '../../../../test/harness'
import { demoCompany } from '../company/demo-rows'
import { insertMany } from '../company/seed.repository'

/** Invented companies without members or contacts; answers their ids in order. */
export async function buildCompanies(server: TestServer, count: number): Promise<string[]> {
  const { db } = server.platform
  await insertMany(db, Array.from({ length: count }, (_, n) => demoCompany(n)))
  return (await db.selectFrom('company').select('company_id').orderBy('company_id').execute()).map((c) => c.company_id)
}

let counter = 0

export const buildCategory = async (server: TestServer, quota = 0): Promise<string> =>
  (await server.ok(memberCategory.insert, { categoryName: `类别${++counter}`, categoryLevel: 6, councilRole: 'none', voteRight: true, quota })).categoryId

/** Somebody who serves at a company. */
export async function buildContact(server: TestServer, companyId: string): Promise<string> {
  const person = { name: '甄样本', gender: 'female' as const, postType: 'affairs' as const, mobile: String(19_900_100_000 + ++counter), isPrimary: false, smsOptOut: false, emailOptOut: false }
  const { contactId } = await server.ok(contact.insert, { companyId, ...person })
  await server.ok(contact.change, { contactId, version: 1, verb: 'confirm' })
  return contactId
}

type Given = Partial<RequestOf<typeof memberResource.insert>> & { companyId: string; categoryId: string }
export const memberFields = (given: Given): RequestOf<typeof memberResource.insert> => ({ founderFlag: false, joinDate: '2023-03-21', ...given })
export const buildMember = async (server: TestServer, given: Given): Promise<string> => (await server.ok(memberResource.insert, memberFields(given))).memberId
