import { viewLink } from '@assoc/contract'
import { sql } from 'kysely'
import { defineHandover, NAMED } from '../../../platform/handover/handover'
import { contactsKept, giveContacts } from '../contact/keeping.repository'
import { giveMembers, membersKept } from '../membership/keeping.repository'

// Companies, their members and their people belong together: whoever takes over the one has to see the others.
defineHandover({
  key: 'companies',
  label: '经办的公司、会员和联系人',
  order: 20,
  tables: ['company', 'member', 'contact', 'exclusive_user', 'member_archive'],
  link: viewLink('member/CompanyList'),
  async kept(db, { userId }) {
    const { rows } = await sql<{ name: string; total: string }>`
      select short_name as name, count(*) over () as total from company where create_by = ${userId} and not deleted order by company_id limit ${NAMED}`.execute(db)
    const [members, contacts] = [await membersKept(db, userId, NAMED), await contactsKept(db, userId, NAMED)]
    const names = [...new Set([...rows.map((r) => r.name), ...members.names, ...contacts.names])].slice(0, NAMED)
    return { count: Number(rows[0]?.total ?? 0) + members.count + contacts.count, names }
  },
  // The version stays: nobody edits who looks after a company, so no editor has an old value of it.
  async give(db, person, successor) {
    const { numAffectedRows } = await sql`update company set create_by = ${successor.userId} where create_by = ${person.userId} and not deleted`.execute(db)
    const others = [await giveMembers(db, person.userId, successor.userId), await giveContacts(db, person.userId, successor.userId)]
    return Number(numAffectedRows) + others.reduce((sum, n) => sum + n, 0)
  },
})
