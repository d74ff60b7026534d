import { type PermitCode, viewLink } from '@assoc/contract'
import { sql } from 'kysely'
import { loadUserFacts } from '../../../platform/access/load-principal'
import { has } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { defineHandover, NAMED, type HandoverPerson } from '../../../platform/handover/handover'

const PAGE = viewLink('member/DunningList', { part: 'rules' })

const inUse = async (db: Db, { userId }: HandoverPerson) =>
  (await sql<{ id: string; name: string; channel: 'sms' | 'mail' }>`select rule_id::text as id, rule_name as name, channel from reminder_rule where sender_id = ${userId}::bigint and rule_status = 'enabled' order by rule_id`.execute(db)).rows

// A rule in use writes in the name of its sender, and stops when the sender's rights end: the successor has to have them.
defineHandover({
  key: 'reminderRule',
  label: '启用中的自动提醒',
  order: 45,
  tables: ['reminder_rule'],
  link: PAGE,
  async kept(db, person) {
    const rules = await inUse(db, person)
    return { count: rules.length, names: rules.slice(0, NAMED).map((rule) => rule.name) }
  },
  async blocked(db, person, successor) {
    const facts = await loadUserFacts(db, successor.userId)
    const may = (permit: PermitCode) => facts !== undefined && has(facts.principal, permit)
    return (await inUse(db, person))
      .filter(({ channel }) => !may(`message:${channel}:write`) || !may('message:send:submit'))
      .map(({ id, name, channel }) => ({ name, reason: `接任人没有“${channel === 'sms' ? '写短信' : '写邮件'}”和“提交群发”的权限，请先停用此规则`, link: viewLink('member/DunningList', { part: 'rules', record: id }) }))
  },
  async give(db, person, successor, note) {
    const rules = await inUse(db, person)
    await sql`update reminder_rule set sender_id = ${successor.userId}::bigint where sender_id = ${person.userId}::bigint and rule_status = 'enabled'`.execute(db)
    for (const { id } of rules) note('reminderRule', id)
    return rules.length
  },
})
