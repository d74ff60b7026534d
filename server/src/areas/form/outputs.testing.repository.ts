import type { Answers } from '@assoc/contract/form/engine/answers'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { diff } from '@assoc/contract/form/engine/patch'
import { formRound, NEW_ROUND } from '@assoc/contract/form/round'
import { formTemplate, saveFormDraft, selectFormDraft } from '@assoc/contract/form/template'
import { sql } from 'kysely'
import { inflateRawSync } from 'node:zlib'
import type { TestServer } from '../../../test/harness'
import { countedValues } from './answer/content'
import { stepRounds } from './round'

const HOUR = 3_600_000
let made = 0

/** A published form with a round that is filled in now by these accounts. */
export async function roundOf(server: TestServer, doc: FormDoc, userIds: readonly string[]): Promise<{ templateId: string; roundId: string }> {
  const as = server.admin
  const { templateId } = await server.ok(formTemplate.insert, { formName: `${doc.title}${++made}`, formKind: doc.table ? 'table' : 'survey' }, { as })
  const { document, revision } = await server.ok(selectFormDraft, { templateId }, { as })
  await server.ok(saveFormDraft, { templateId, base: revision, patches: diff(document, doc) }, { as })
  const { version } = await server.ok(formTemplate.read, { templateId }, { as })
  await server.ok(formTemplate.change, { templateId, version, verb: 'publish' }, { as })
  return { templateId, roundId: await nextRound(server, templateId, userIds) }
}

/** Another round of a form. */
export async function nextRound(server: TestServer, templateId: string, userIds: readonly string[]): Promise<string> {
  const { roundId } = await server.ok(
    formRound.insert,
    { ...NEW_ROUND, roundName: `发放${++made}`, templateId, versionNo: null, startTime: new Date(Date.now() - HOUR).toISOString(), endTime: new Date(Date.now() + HOUR).toISOString(), respondentKind: 'accounts', companyIds: [], userIds: [...userIds] },
    { as: server.admin },
  )
  await server.ok(formRound.change, { roundId, version: 1, verb: 'release' }, { as: server.admin })
  await stepRounds(server.platform)
  return roundId
}

/** Lays answers that were handed in, the first for the first account and so on, with what is counted of them. */
export async function writeAnswers(server: TestServer, roundId: string, doc: FormDoc, given: readonly Answers[]): Promise<string[]> {
  const { db } = server.platform
  const { rows } = await sql<{ id: string }>`select answer_id as id from form_answer where round_id = ${roundId}::bigint order by task_id`.execute(db)
  for (const [i, content] of given.entries()) {
    const answerId = rows[i]?.id ?? ''
    await sql`update form_answer set content = ${JSON.stringify(content)}::jsonb, answer_status = 'submitted', submit_time = now(), submission_count = 1 where answer_id = ${answerId}::bigint`.execute(db)
    for (const one of countedValues(doc, content))
      await sql`insert into form_value (round_id, answer_id, question_key, row_id, choice, number, day) values (${roundId}::bigint, ${answerId}::bigint, ${one.key}, ${one.row}, ${one.choice ?? null}, ${one.number ?? null}::numeric, ${one.day ?? null}::date)`.execute(db)
  }
  return rows.map(({ id }) => id)
}

/** Files of an archive by their names. */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = zip.readUInt32LE(end + 16)
  for (let n = zip.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [method, size, name, extra, comment, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32), zip.readUInt32LE(at + 42)]
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(from, from + size)
    files.set(zip.subarray(at + 46, at + 46 + name).toString('utf8'), method === 0 ? bytes : inflateRawSync(bytes))
    at += 46 + name + extra + comment
  }
  return files
}
