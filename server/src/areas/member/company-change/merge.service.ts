import { today } from '@assoc/contract/core/day'
import type * as calls from '@assoc/contract/member/company-change'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { joined } from '../company/history'
import { fieldsOf } from '../company/view'
import * as companies from '../company/repository'
import { rewriteCompany, type Writing } from '../company/rewrite'
import { foundObstacles } from './hooks'
import { labelOfTable } from './labels'
import { moveRows, referencesTo, seenNow, type Moved } from './references.repository'
import * as repository from './repository'

type Company = companies.StoredCompany

/** What a merger wrote, for putting it back. */
export interface KeptMerge {
  moved: Moved[]
  doubles: { row: Record<string, unknown>; sameAs: string; references: Moved[] }[]
  yielded: repository.Yielded[]
  /** Left out by mergers that were carried out before posts were emptied. */
  vacated?: repository.Vacated[]
  into: companies.CompanyHistory & { version: number }
  mergedVersion: number
}

/** Codes and names that the survivor answers to once the other is gone. */
const withHistory = (own: Company, gone: Company): companies.CompanyHistory => ({
  oldStockCode: joined(',', gone.stock_code, own.old_stock_code, gone.old_stock_code),
  formerNames: joined('\n', gone.company_name, gone.short_name, own.former_names, gone.former_names),
})

const ITSELF = '存续公司不能是被合并公司自己'

/** Both companies, locked in the order of their ids, so that two mergers do not wait for each other. */
async function both(db: Writing['db'], companyId: string, intoId: string): Promise<[Company, Company]> {
  if (companyId === intoId) throw refuse.field('intoId', ITSELF)
  const found = new Map<string, Company>()
  for (const id of [companyId, intoId].sort((a, b) => Number(BigInt(a) - BigInt(b)))) {
    const company = await companies.lockCompany(db, id)
    if (!company) throw refuse.notFound()
    found.set(id, company)
  }
  return [found.get(companyId) as Company, found.get(intoId) as Company]
}

interface Carried {
  moved: Moved[]
  doubles: KeptMerge['doubles']
  yielded: repository.Yielded[]
  vacated: repository.Vacated[]
  /** In words, what stands in the way; then the transaction is not to be kept. */
  obstacles: string[]
}

/** Brings everything that refers to the one company to the other. */
async function carryOver(db: Writing['db'], gone: Company, into: Company, day: string): Promise<Carried> {
  const obstacles: string[] = []
  const standing = await repository.standingAt(db, [gone.company_id, into.company_id])
  if (standing.size > 1) obstacles.push(`两家公司都有在籍的会员（${[...standing.values()].join('、')}），请先办理其中一家的会籍转移或退会`)
  obstacles.push(...(await foundObstacles(db, gone.company_id, into.company_id)))
  const contactReferences = await referencesTo(db, 'contact')
  const doubles: Carried['doubles'] = []
  for (const { contactId, sameAs } of await repository.doubledContacts(db, gone.company_id, into.company_id)) {
    const references: Moved[] = []
    const before = obstacles.length
    for (const reference of contactReferences) {
      const moved = await moveRows(db, reference, contactId, sameAs)
      if (!moved) obstacles.push(`重复的联系人在「${labelOfTable(reference.table)}」中都有记录，请先处理其中一方`)
      else if (moved.rows.length > 0) references.push(moved)
    }
    if (obstacles.length === before) doubles.push({ row: await repository.takeContact(db, contactId), sameAs, references })
  }
  const yielded = await repository.yieldPosts(db, gone.company_id, into.company_id, day)
  const moved: Moved[] = []
  for (const reference of await referencesTo(db, 'company')) {
    if (standing.size > 1 && reference.table === 'member') continue
    const rows = await moveRows(db, reference, gone.company_id, into.company_id)
    if (!rows) obstacles.push(`双方有不能并存的「${labelOfTable(reference.table)}」，请先处理其中一方`)
    else if (rows.rows.length > 0) moved.push(rows)
  }
  // Whoever leaves with the merger represents no member any more.
  const vacated = await repository.vacateHeld(db, await repository.leftOf(db, yielded.map(({ contactId }) => contactId)))
  return { moved, doubles, yielded, vacated, obstacles }
}

const counts = ({ moved, doubles, yielded, vacated }: Carried): { label: string; count: number }[] => [
  ...[...moved.reduce((by, { table, rows }) => by.set(labelOfTable(table), (by.get(labelOfTable(table)) ?? 0) + rows.length), new Map<string, number>())].map(([label, count]) => ({ label, count })),
  ...(doubles.length > 0 ? [{ label: '重复的联系人（只保留一条）', count: doubles.length }] : []),
  ...(yielded.length > 0 ? [{ label: '职务与存续公司重复的联系人（登记离任或不再是主联系人）', count: yielded.length }] : []),
  ...(vacated.length > 0 ? [{ label: '会员代表或联络员因此空缺的会员', count: vacated.length }] : []),
]

class Looked extends Error {}

/** What a merger would do, found by doing it in a transaction that is taken back. */
export async function previewMerge({ db, input }: Context<typeof calls.previewMerge>) {
  if (input.companyId === input.intoId) return { moved: [], obstacles: [ITSELF] }
  let seen: Carried | undefined
  await db
    .transaction()
    .execute(async (tx) => {
      const [gone, into] = await both(tx, input.companyId, input.intoId)
      seen = await carryOver(tx, gone, into, today())
      throw new Looked()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Looked)) throw error
    })
  return { moved: seen ? counts(seen) : [], obstacles: seen?.obstacles ?? [] }
}

export async function mergeCompanies(action: Context<typeof calls.mergeCompanies>) {
  const { db, principal, input, audit } = action
  if (input.effectiveDate > today()) throw refuse.field('effectiveDate', '生效日期不能晚于今天')
  const [gone, into] = await both(db, input.companyId, input.intoId)
  // What was chosen and typed stands in the form as before; it is sent again with the version of now.
  if (gone.version !== input.version) throw refuse.conflict({ ...input, version: gone.version })
  const carried = await carryOver(db, gone, into, input.effectiveDate)
  if (carried.obstacles.length > 0) throw refuse.inUse(carried.obstacles.join('；'))
  const deleted = await companies.deleteCompany(db, gone, gone.version, principal.userId)
  if (!deleted) throw refuse.conflict(null)
  const written = await rewriteCompany(action as unknown as Writing, into.company_id, {}, { reason: `合并「${gone.company_name}」：${input.reason}`, history: withHistory(into, gone) })
  audit({ recordType: 'company', recordId: gone.company_id, verb: 'delete', reason: `并入「${into.company_name}」：${input.reason}`, before: { ...fieldsOf(gone) } })
  const moves = await Promise.all(carried.moved.map((m) => seenNow(db, m)))
  const doubles = await Promise.all(carried.doubles.map(async (d) => ({ ...d, references: await Promise.all(d.references.map((m) => seenNow(db, m))) })))
  const kept: KeptMerge = { moved: moves, doubles, yielded: carried.yielded, vacated: carried.vacated, into: { ...companies.historyOf(into), version: written.version }, mergedVersion: deleted.version }
  const moved = counts(carried).map(({ label, count }) => `${label} ${count} 条`)
  const changeId = await repository.insertChange(db, {
    companyId: into.company_id,
    otherId: gone.company_id,
    kind: 'merge',
    companyName: into.company_name,
    otherName: gone.company_name,
    summary: `${gone.company_name}${gone.stock_code ? `（${gone.stock_code}）` : ''}并入本公司${moved.length > 0 ? `，转入${moved.join('、')}` : ''}`,
    effectiveDate: input.effectiveDate,
    reason: input.reason,
    kept,
    deptId: into.dept_id,
    userId: principal.userId,
  })
  audit({ recordType: 'companyChange', recordId: changeId, verb: 'insert' })
  return { changeId, companyId: into.company_id, version: written.version }
}
