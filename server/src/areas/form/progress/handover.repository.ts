import { viewLink } from '@assoc/contract'
import { sql } from 'kysely'
import { loadUserFacts } from '../../../platform/access/load-principal'
import type { Db } from '../../../platform/database/database'
import { defineHandover, NAMED, type HandoverPerson } from '../../../platform/handover/handover'
import { lacking } from './reminders'
import './tables'

const inUse = async (db: Db, { userId }: HandoverPerson) =>
  (await sql<{ id: string; name: string; channel: 'sms' | 'mail' }>`select p.round_id::text as id, r.round_name as name, p.channel from form_remind_plan p join form_round r using (round_id)
    where p.sender_id = ${userId}::bigint and r.round_status not in ('ended', 'archived') order by p.round_id`.execute(db)).rows

// A plan writes in the name of its sender, and stops when the sender's rights end: the successor has to have them.
defineHandover({
  key: 'formRemindPlan',
  label: '表单自动催报',
  order: 76,
  tables: ['form_remind_plan'],
  link: viewLink('expert/FormList'),
  async kept(db, person) {
    const plans = await inUse(db, person)
    return { count: plans.length, names: plans.slice(0, NAMED).map(({ name }) => name) }
  },
  async blocked(db, person, successor) {
    const facts = await loadUserFacts(db, successor.userId)
    return (await inUse(db, person)).flatMap(({ id, name, channel }) => {
      const missing = facts ? lacking(facts.principal, channel) : '所需'
      return missing ? [{ name, reason: `接任人没有${missing}的权限，请先停用此次发放的自动催报`, link: viewLink('expert/FormList', { progress: id }) }] : []
    })
  },
  async give(db, person, successor, note) {
    const plans = await inUse(db, person)
    await sql`update form_remind_plan set sender_id = ${successor.userId}::bigint where sender_id = ${person.userId}::bigint`.execute(db)
    for (const { id } of plans) note('formRound', id)
    return plans.length
  },
})
