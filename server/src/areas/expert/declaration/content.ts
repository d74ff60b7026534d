import type { ResponseOf } from '@assoc/contract'
import { DOCUMENTS_MOST, type exportDeclarationDocuments } from '@assoc/contract/expert/declaration-documents'
import { LAST_YEAR_MOST, type compareDeclaration, type exportDeclarationPaper, type returnDeclaration, type selectDeclarationBeside, type selectDeclarationContent, type stepDeclarationQuery } from '@assoc/contract/expert/declaration-review'
import { RETURNING } from '@assoc/contract/expert/declaration-status'
import { returnSentence } from '@assoc/contract/form/query'
import { refuse } from '../../../platform/errors'
import { storedFiles } from '../../../platform/files/stored'
import type { Context, FileAnswer } from '../../../platform/http/context'
import { abilitiesOf, changeRow } from '../../../platform/resource/actions'
import type { Action, ResourceRuntime } from '../../../platform/resource/definition'
import { findRow } from '../../../platform/resource/rows.repository'
import { answerPaper, askAtQuestions, compareAnswers, compareSubmissions, factsOf, holdOwnedAnswer, ownedContent, stepQuery, writeZip } from '../../form/api'
import * as beside from './beside.repository'
import { declarationRuntime } from './resource'
import * as repository from './repository'

type Reading = Pick<Action, 'db' | 'principal'>
const RUNTIME = declarationRuntime as unknown as ResourceRuntime

/** A declaration within the caller's data scope. */
async function declarationOf({ db, principal }: Reading, declareId: string) {
  const row = await findRow(db, declarationRuntime, principal, declareId)
  if (!row) throw refuse.notFound()
  return row
}

export async function selectContent({ db, principal, input }: Context<typeof selectDeclarationContent>): Promise<ResponseOf<typeof selectDeclarationContent>> {
  const { answerId } = await declarationOf({ db, principal }, input.declareId)
  return { ...(await ownedContent(db, answerId)), eligibility: await repository.eligibilityOf(db, input.declareId) }
}

/** What was declared the year before, and what other declarations of the same declarant say otherwise: those that the caller may see. */
export async function selectBeside({ db, principal, input }: Context<typeof selectDeclarationBeside>): Promise<ResponseOf<typeof selectDeclarationBeside>> {
  const { answerId } = await declarationOf({ db, principal }, input.declareId)
  const before = await beside.before(db, principal, input.declareId)
  const facts = await factsOf(db, answerId)
  const contradictions: ResponseOf<typeof selectDeclarationBeside>['contradictions'] = []
  for (const other of await beside.others(db, principal, input.declareId)) {
    const theirs = await factsOf(db, other.answerId)
    for (const [code, here] of facts) {
      const there = theirs.get(code)
      if (there && there.type === here.type && there.text !== here.text)
        contradictions.push({ declareId: other.declareId, declareNo: other.declareNo, schemeName: other.schemeName, companyName: other.companyName, label: here.label, here: here.text, there: there.text })
    }
  }
  const compared = before && (await compareAnswers(db, before.answerId, answerId, LAST_YEAR_MOST))
  return {
    lastYear: before && compared ? { declareNo: before.declareNo, schemeName: before.schemeName, items: compared.items.map(({ label, before: was, after }) => ({ label, before: was, after })), more: compared.more } : null,
    contradictions,
  }
}

export async function compare(context: Context<typeof compareDeclaration>): Promise<ResponseOf<typeof compareDeclaration>> {
  const { answerId } = await declarationOf(context, context.input.declareId)
  return compareSubmissions({ ...context, input: { answerId, before: context.input.before, after: context.input.after } } as never)
}

/** Sends a declaration back with reasons at single questions: the step of its review, and what is to be seen to. */
export async function returnQuestions(context: Context<typeof returnDeclaration>): Promise<ResponseOf<typeof returnDeclaration>> {
  const { db, principal, input } = context
  const row = await declarationOf({ db, principal }, input.declareId)
  await holdOwnedAnswer(db, row.answerId)
  const verb = row.declareStatus === 'reviewing' || row.declareStatus === 'rechecking' ? RETURNING[row.declareStatus] : undefined
  if (!verb) throw refuse.badTransition()
  const action = context as unknown as Action
  // Permit, data scope, version and whose step it is are asked by the step itself.
  await changeRow(RUNTIME, { ...action, input: { declareId: input.declareId, version: input.version, verb, reason: input.reason || returnSentence(input.items.length) } })
  await askAtQuestions(action, row.answerId, input.items)
  const standing = await repository.standingOf(db, input.declareId)
  return { declareStatus: 'returned', correctionDue: (standing?.correctionDue ?? new Date()).toISOString() }
}

/** Closes a question that was sent back, or raises it again: by whoever could send the declaration back now. */
export async function stepOne(context: Context<typeof stepDeclarationQuery>): Promise<ResponseOf<typeof stepDeclarationQuery>> {
  const { db, principal, input, audit } = context
  const row = await declarationOf({ db, principal }, input.declareId)
  if (!abilitiesOf(RUNTIME, principal, row).some((verb) => verb === 'returnFirst' || verb === 'returnSecond')) throw refuse.forbidden()
  return stepQuery({ db, principal, audit, input: { answerId: row.answerId, queryId: input.queryId, verb: input.verb, reason: input.reason } })
}

export async function exportPaper({ db, principal, input, audit }: Context<typeof exportDeclarationPaper>): Promise<FileAnswer> {
  const row = await declarationOf({ db, principal }, input.declareId)
  const file = await answerPaper(db, row.answerId, input.format)
  audit({ recordType: 'declaration', recordId: input.declareId, verb: 'export', after: { format: input.format } })
  return { ...file, fileName: `${row.declareNo}_${plain(row.declarantName)}.${input.format}` }
}

const plain = (name: string): string => name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').slice(0, 60)
/** Bytes of stamped scans that one archive holds. */
const SCANS_MOST = 200 * 1024 * 1024

async function held(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

/** The documents of some declarations with their stamped scans, a folder each. */
export async function exportDocuments({ db, principal, platform, input, audit }: Context<typeof exportDeclarationDocuments>): Promise<FileAnswer> {
  const ids = [...new Set(input.declareIds)].slice(0, DOCUMENTS_MOST)
  const entries: (readonly [string, () => AsyncIterable<Buffer>])[] = []
  let size = 0
  for (const declareId of ids) {
    const row = await declarationOf({ db, principal }, declareId)
    const folder = `${row.declareNo} ${plain(row.declarantName)}`
    entries.push([`${folder}/申报表.pdf`, async function* () {
      yield (await answerPaper(db, row.answerId, 'pdf')).body as Buffer
    }])
    for (const [i, file] of (await storedFiles(db, row.stampedScan.map(({ fileId }) => fileId))).entries()) {
      size += file.size
      if (size > SCANS_MOST) throw refuse.field('declareIds', '盖章扫描件合计超过 200 MB，请分次打包')
      entries.push([`${folder}/盖章扫描件${i + 1}_${plain(file.fileName)}`, () => platform.files.read(file.key) as AsyncIterable<Buffer>])
    }
    audit({ recordType: 'declaration', recordId: declareId, verb: 'export', after: { format: 'zip' } })
  }
  return { fileName: '申报材料.zip', contentType: 'application/zip', body: await writeZip(entries as never, held as never) }
}
