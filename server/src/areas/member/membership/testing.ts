import { contact } from '@assoc/contract/member/contact'
import { memberCategory } from '@assoc/contract/member/category'
import { memberResource } from '@assoc/contract/member/member'
import type { RequestOf } from '@assoc/contract'
import type { TestServer } from '../../../../test/harness'
import { demoCompany } from '../company/demo-rows'
import { insertMany } from '../company/seed.repository'
import { seedDirector } from '../director/repository'
import { inventedIdCard } from '../director/seed'

/** Invented companies without members or contacts; answers their ids in order. */
export async function buildCompanies(server: TestServer, count: number): Promise<string[]> {
  const { db } = server.platform
  await insertMany(db, Array.from({ length: count }, (_, n) => demoCompany(n)))
  return (await db.selectFrom('company').select('company_id').orderBy('company_id').execute()).map((c) => c.company_id)
}

let counter = 0
let categories = 0

export const buildCategory = async (server: TestServer, quota = 0): Promise<string> =>
  (await server.ok(memberCategory.insert, { categoryName: `类别${++categories}`, categoryLevel: 20 + (categories % 70), councilRole: 'none', voteRight: true, quota })).categoryId

/** Somebody who serves at a company. */
export async function buildContact(server: TestServer, companyId: string): Promise<string> {
  const person = { name: '甄样本', gender: 'female' as const, postType: 'affairs' as const, mobile: String(19_900_100_000 + ++counter), isPrimary: false, smsOptOut: false, emailOptOut: false }
  const { contactId } = await server.ok(contact.insert, { companyId, ...person })
  await server.ok(contact.change, { contactId, version: 1, verb: 'confirm' })
  return contactId
}

type Given = Partial<RequestOf<typeof memberResource.insert>> & { companyId?: string | null | undefined; categoryId: string }
export const memberFields = (given: Given): RequestOf<typeof memberResource.insert> => ({ memberKind: 'company', founderFlag: false, joinDate: '2023-03-21', ...given })
export const buildMember = async (server: TestServer, given: Given): Promise<string> => (await server.ok(memberResource.insert, memberFields(given))).memberId

let people = 0
/** Somebody of the pool, in an invented entry; answers their id. */
export async function buildPerson(server: TestServer, given: { name?: string; status?: string; mobile?: string; email?: string; unit?: string } = {}): Promise<string> {
  const { db, encryption } = server.platform
  const n = ++people
  const idCard = inventedIdCard(300 + n)
  return seedDirector(db, {
    name: given.name ?? `甄个人${n}`,
    idCard,
    sealed: encryption.encrypt(idCard),
    print: encryption.blindIndex(idCard),
    mobile: given.mobile ?? String(19_900_200_000 + n),
    email: given.email ?? `person${n}@example.com`,
    current_unit: given.unit ?? '子虚大学',
    professions: ['law'],
    title_name: null,
    experience_years: 8,
    current_seats: 1,
    is_accounting: false,
    accounting_qual: null,
    punished36m: false,
    refused_date: null,
    pool_status: given.status ?? 'listed',
    dept_id: null,
    create_by: null,
  })
}

/** A person as a member; answers the membership's id. */
export const buildIndividual = async (server: TestServer, given: Partial<Given> & { personId: string; categoryId: string }): Promise<string> =>
  (await server.ok(memberResource.insert, memberFields({ ...given, memberKind: 'person' }))).memberId
