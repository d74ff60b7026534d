import { invoiceHead } from '@assoc/contract/invoice/head'
import { sql } from 'kysely'
import type { Principal } from '../../../platform/access/principal'
import { scopeOf } from '../../../platform/access/entities'
import type { Db } from '../../../platform/database/database'
import { membersOfCompany } from '../../member/api'

const HEAD = scopeOf(invoiceHead)

/** Takes the default away from a member's other heads; answers which had it. The member is locked. */
export async function clearDefault(db: Db, memberId: string, keep: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update invoice_head set is_default = false, version = version + 1, update_time = now()
    where member_id = ${memberId}::bigint and is_default and head_id is distinct from ${keep}::bigint returning head_id as id`.execute(db)
  return rows.map((r) => r.id)
}

/** A disabled head is nobody's default; the version moves with the step of its status. */
export const dropDefault = (db: Db, headId: string) => sql`update invoice_head set is_default = false where head_id = ${headId}::bigint`.execute(db)

/** Whether a member is a person and no company. */
export async function isIndividual(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ kind: string }>`select member_kind as kind from member_public where member_id = ${memberId}::bigint`.execute(db)
  return rows[0]?.kind === 'person'
}

export interface Head {
  headId: string
  memberId: string
  headType: 'company' | 'other'
  title: string
  taxNo: string | null
  bankName: string | null
  bankAccount: string | null
  regAddress: string | null
  regPhone: string | null
  receiveEmail: string
  status: 'enabled' | 'disabled'
}

const columns = sql`head_id as "headId", member_id as "memberId", head_type as "headType", title, tax_no as "taxNo", bank_name as "bankName", bank_account as "bankAccount",
  reg_address as "regAddress", reg_phone as "regPhone", receive_email as "receiveEmail", head_status as status`

export async function headOf(db: Db, headId: string): Promise<Head | undefined> {
  const { rows } = await sql<Head>`select ${columns} from invoice_head where head_id = ${headId}::bigint`.execute(db)
  return rows[0]
}

/** Heads of a member that may be written to, within the person's data scope, the default first. */
export async function offeredHeads(db: Db, principal: Principal, memberId: string): Promise<(Head & { isDefault: boolean })[]> {
  const { rows } = await sql<Head & { isDefault: boolean }>`select ${columns}, is_default as "isDefault" from invoice_head
    where member_id = ${memberId}::bigint and head_status = 'enabled' and ${HEAD(principal, 'invoice_head')} order by is_default desc, head_id desc`.execute(db)
  return rows
}

/** Ids of the heads of a company's memberships. */
export const headsOfCompany = (companyId: string) => sql`select head_id from invoice_head where member_id = any(array(${membersOfCompany(companyId)}))`
