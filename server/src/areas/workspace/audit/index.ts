import * as ofRecord from '@assoc/contract/platform/audit'
import * as calls from '@assoc/contract/rbac/log'
import { timelineOf } from '../../../platform/audit/audit'
import { handle, type Context } from '../../../platform/http/context'
import { wordsOfChanges } from './changes'
import { labeller } from '../../../platform/audit/labels'
import { log } from './log'
import * as repository from './repository'
import { sealState, verifySeals } from './seal.repository'
import { auditSeed } from './seed'
import { moduleWords, recordWords, verbWords } from './format'

/** What happened to one record, newest first, in the contract's words. */
async function selectAuditOfRecord({ db, input }: Context<typeof ofRecord.selectAuditOfRecord>) {
  return timelineOf(db, input.recordType, input.recordId, labeller(input.recordType))
}

/** The fields that one entry changed, named and formatted by the contract; personal data masked. */
async function selectAuditChanges({ db, principal, input }: Context<typeof calls.selectAuditChanges>) {
  const [changes = []] = await wordsOfChanges(db, principal, await repository.changesOf(db, [input.auditId]))
  return { changes }
}

const optionsOf = (values: readonly string[], words: Readonly<Record<string, string>>) =>
  values.map((value) => ({ value, label: words[value] ?? value })).sort((a, b) => a.label.localeCompare(b.label, 'zh'))

async function selectAuditOptions({ db }: Context<typeof calls.selectAuditOptions>) {
  const [modules, types, verbs] = await Promise.all([repository.distinctValues(db, 'module'), repository.distinctValues(db, 'record_type'), repository.distinctValues(db, 'verb')])
  return { modules: optionsOf(modules, moduleWords), recordTypes: optionsOf(types, recordWords), verbs: optionsOf(verbs, verbWords) }
}

/** One part of the check; the last part is noted with the range, for a check is itself an action of the auditor. */
async function verifyAuditSeal({ db, input, audit }: Context<typeof calls.verifyAuditSeal>) {
  const answer = await verifySeals(db, input)
  const { dateFrom = null, dateTo = null } = input
  if (answer.next === null) audit({ recordType: 'auditSeal', recordId: answer.broken?.sealId ?? null, verb: 'verify', after: { dateFrom, dateTo, intact: answer.broken === null } })
  return answer
}

export { log }

export const audit = {
  bindings: [
    handle(ofRecord.selectAuditOfRecord, selectAuditOfRecord),
    ...log.bindings,
    handle(calls.selectAuditChanges, selectAuditChanges),
    handle(calls.selectAuditOptions, selectAuditOptions),
    handle(calls.selectAuditSeal, ({ db }) => sealState(db)),
    handle(calls.verifyAuditSeal, verifyAuditSeal),
  ],
  seeds: [auditSeed],
}
