import type { RichDoc } from '@assoc/contract/core/rich-text'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { actorName } from '../../../platform/identity/people'
import { isOverdue, isOwed, membersHolding, party, partyName } from '../../member/api'

export const operator = actorName('t.create_by')
export const lettersFound = (keyword: string) => sql<boolean>`t.member_id = any(array(${membersHolding(keyword)}))`

export interface Issuer {
  issuerName: string
  accountName: string | null
  bankName: string | null
  bankAccount: string | null
  contact: string | null
  version: number
}

const issuer = sql`issuer_name as "issuerName", account_name as "accountName", bank_name as "bankName", bank_account as "bankAccount", contact, version`

export async function issuerNow(db: Db): Promise<Issuer> {
  const { rows } = await sql<Issuer>`select ${issuer} from letter_issuer`.execute(db)
  return rows[0] ?? { issuerName: '协会', accountName: null, bankName: null, bankAccount: null, contact: null, version: 1 }
}

/** Writes who issues letters; undefined when somebody else was there first. */
export async function setIssuer(db: Db, { issuerName, accountName, bankName, bankAccount, contact, version }: Issuer): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`update letter_issuer set issuer_name = ${issuerName}, account_name = ${accountName}, bank_name = ${bankName}, bank_account = ${bankAccount}, contact = ${contact}, version = version + 1
    where version = ${version} returning version`.execute(db)
  return rows[0]?.version
}

export interface Template {
  templateId: string
  kind: 'notice' | 'dunning' | 'certificate' | 'withdrawal'
  title: string
  content: RichDoc
  withBills: boolean
  status: string
  version: number
}

export async function templateOf(db: Db, templateId: string): Promise<Template | undefined> {
  const { rows } = await sql<Template>`select template_id as "templateId", letter_kind as kind, title, content, with_bills as "withBills", template_status as status, version from letter_template where template_id = ${templateId}::bigint`.execute(db)
  return rows[0]
}

export interface Bill {
  billNo: string
  billYear: number
  dueDate: string
  /** 分 */
  payable: number
  unpaid: number
  overdue: boolean
}

/** What letters may say of a member. */
export interface MemberFacts {
  memberId: string
  memberNo: string
  memberName: string
  categoryName: string | null
  joinDate: string | null
  status: string
  deptId: string | null
  bills: Bill[]
  ending: { type: string; decisionNo: string | null; reason: string | null } | null
}

/** Members in the order of their numbers, each with what is not settled and the case in which the membership ends. */
export async function factsOf(db: Db, memberIds: readonly string[]): Promise<MemberFacts[]> {
  const { rows } = await sql<MemberFacts>`
    select m.member_id as "memberId", m.member_no as "memberNo", ${partyName} as "memberName", k.category_name as "categoryName", m.join_date as "joinDate", m.member_status as status, m.dept_id as "deptId",
      coalesce((select json_agg(json_build_object('billNo', b.bill_no, 'billYear', b.bill_year, 'dueDate', b.due_date, 'payable', b.payable_amount, 'unpaid', b.unpaid_amount, 'overdue', ${isOverdue('b')}) order by b.bill_year)
        from dues_bill b where b.member_id = m.member_id and ${isOwed('b')}), '[]') as bills,
      (select json_build_object('type', w.withdraw_type, 'decisionNo', w.decision_no, 'reason', w.reason) from member_withdraw_public w where w.member_id = m.member_id and w.withdraw_status <> 'cancelled' order by w.withdraw_id desc limit 1) as ending
    from member_public m ${party} left join member_category_public k on k.category_id = m.category_id
    where m.member_id = any(${[...memberIds]}::bigint[]) and not m.deleted order by m.member_no, m.member_id`.execute(db)
  return rows
}

/** All that a letter says. */
export interface Said {
  no: string
  day: string
  memberName: string
  memberNo: string
  content: RichDoc
  bills: Bill[] | null
  issuer: Omit<Issuer, 'version'>
}

export interface NewLetter {
  letterNo: string
  kind: string
  memberId: string
  deptId: string | null
  templateId: string
  templateVersion: number
  title: string
  said: Said
}

/** Writes letters by one statement; answers their ids in the order of their numbers. */
export async function insertLetters(db: Db, letters: readonly NewLetter[], userId: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with made as (insert into letter (letter_no, letter_kind, member_id, template_id, template_version, title, said, dept_id, create_by)
      select x."letterNo", x.kind, x."memberId", x."templateId", x."templateVersion", x.title, x.said, x."deptId", ${userId}::bigint
      from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) as x("letterNo" text, kind text, "memberId" bigint, "deptId" bigint, "templateId" bigint, "templateVersion" int, title text, said jsonb)
      returning letter_id, letter_no)
    select letter_id as id from made order by letter_no`.execute(db)
  return rows.map((row) => row.id)
}

export interface Letter {
  letterNo: string
  title: string
  said: Said
}

/** Letters in the order of their numbers. */
export async function lettersOf(db: Db, letterIds: readonly string[]): Promise<Letter[]> {
  const { rows } = await sql<Letter>`select letter_no as "letterNo", title, said from letter where letter_id = any(${[...letterIds]}::bigint[]) order by letter_no`.execute(db)
  return rows
}

export async function insertTemplate(db: Db, { kind, name, title, content, withBills }: { kind: string; name: string; title: string; content: RichDoc; withBills: boolean }): Promise<void> {
  await sql`insert into letter_template (letter_kind, template_name, title, content, with_bills) values (${kind}, ${name}, ${title}, ${JSON.stringify(content)}::jsonb, ${withBills}) on conflict do nothing`.execute(db)
}

/** Names the issuer where nobody has said one. */
export async function presetIssuer(db: Db, issuerName: string, bankName: string, bankAccount: string): Promise<void> {
  await sql`update letter_issuer set issuer_name = ${issuerName}, account_name = ${issuerName}, bank_name = ${bankName}, bank_account = ${bankAccount} where version = 1 and bank_account is null`.execute(db)
}
