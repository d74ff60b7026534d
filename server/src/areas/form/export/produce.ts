import type { InputOf } from '@assoc/contract'
import { answerStatus, type exportAnswerContent } from '@assoc/contract/form/answer'
import { localTime } from '@assoc/contract/core/day'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import type { Principal } from '../../../platform/access/principal'
import { inSnapshot, type Snapshot } from '../../../platform/database/cursor'
import type { Db } from '../../../platform/database/database'
import type { Encryption } from '../../../platform/encryption/encryption'
import { XLSX } from '../../../platform/resource/workbook'
import { paperOf } from '../paper/model'
import { paperPdf } from '../paper/pdf'
import { paperWord } from '../paper/word'
import { exportTables, type ExportTable } from './columns'
import { isOneFile, writeCsv, writeSpss, writeXlsx, writeZip, type Source, type Take } from './files'
import { originOf } from './origin'
import { answersToExport, type ExportedAnswer } from './repository'

type Input = InputOf<typeof exportAnswerContent>

/** An export with all that it takes, settled when it was asked for. */
export interface Asked {
  input: Input
  roundName: string
  doc: FormDoc
  principal: Pick<Principal, 'realName' | 'loginName'>
  encryption: Encryption
  /** Told how many respondents have been written; throws where the work was cancelled. */
  onRows?: (count: number) => Promise<void>
}

export const statusesOf = ({ answerStatus: chosen }: Pick<Input, 'answerStatus'>) => chosen ?? (['submitted', 'certified'] as const)
export const formatOf = ({ format = 'xlsx' }: Input) => format

const clean = (name: string): string => name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')
const stamped = (name: string, ending: string): string => `${clean(name)}_${localTime(new Date()).replace(/\D/g, '')}.${ending}`

/** Name and kind of the file. */
export function fileOf({ input, roundName, doc }: Pick<Asked, 'input' | 'roundName' | 'doc'>): { fileName: string; contentType: string } {
  const format = formatOf(input)
  if (format === 'xlsx') return { fileName: stamped(roundName, 'xlsx'), contentType: XLSX }
  if (format === 'csv' && isOneFile({ tables: exportTables(doc) })) return { fileName: stamped(roundName, 'csv'), contentType: `text/csv; charset=${input.encoding === 'gb18030' ? 'gb18030' : 'utf-8'}` }
  return { fileName: stamped(`${roundName}_${format === 'spss' ? 'SPSS' : format}`, 'zip'), contentType: 'application/zip' }
}

/** Whether anything of the form is personal: then it is read, masked or opened. */
const holdsPersonal = (doc: FormDoc): boolean => Object.values(doc.questions).some(({ personal }) => personal)

/** Makes the file in one snapshot of the answers, and hands its bytes to `take` as they come. Answers with what `take` did, and how many respondents there were. */
export function produce<T>(db: Db, asked: Asked, take: Take<T>): Promise<{ taken: T; count: number }> {
  const { input, doc } = asked
  const personal = holdsPersonal(doc) ? (input.personal ?? 'masked') : 'none'
  return inSnapshot(db, async (snapshot) => {
    let count = 0
    const answers = async function* (table: Pick<ExportTable, 'key'>): AsyncGenerator<ExportedAnswer[]> {
      for await (const part of snapshot.parts(answersToExport(input.roundId, statusesOf(input), { personal, only: table.key }))) {
        if (personal === 'plain') for (const one of part) one.personal = Object.fromEntries(Object.entries(one.personal).map(([path, sealed]) => [path, asked.encryption.decrypt(sealed)]))
        yield part
        if (table.key !== null) continue
        count += part.length
        await asked.onRows?.(count)
      }
    }
    const source: Source = { title: asked.roundName, tables: exportTables(doc), answers, codes: input.values === 'codes' }
    const taken = await writeAs(asked, source, snapshot, take, () => count)
    return { taken, count }
  })
}

async function writeAs<T>(asked: Asked, source: Source, snapshot: Snapshot, take: Take<T>, count: () => number): Promise<T> {
  const { input, principal, roundName } = asked
  switch (formatOf(input)) {
    case 'xlsx':
      return writeXlsx(source, () => originOf(principal, `发放：${roundName}`, count), take)
    case 'csv':
      return writeCsv(source, input.encoding ?? 'utf8', take)
    case 'spss':
      return writeSpss(source, take)
    default:
      return writePapers(asked, source, await namesOf(source), take)
  }
}

/** The document of an answer, and what stands at its head. */
export const paperOfAnswer = (doc: FormDoc, roundName: string, answer: Pick<ExportedAnswer, 'respondentName' | 'subjectName' | 'answerStatus' | 'submitTime' | 'content' | 'personal'>) =>
  paperOf(doc, {
    content: answer.content,
    personal: answer.personal,
    facts: [
      ['填报对象', answer.respondentName],
      ...(answer.subjectName === null ? [] : [['评价对象', answer.subjectName] satisfies [string, string]]),
      ['发放', roundName],
      ['状态', answerStatus.labels[answer.answerStatus]],
      ['提交时间', answer.submitTime ? localTime(answer.submitTime).slice(0, 16) : '未提交'],
    ],
  })

/** Names of the documents, in the order in which their answers will come again. */
async function namesOf(source: Source): Promise<string[]> {
  const names: string[] = []
  for await (const part of source.answers({ key: '', title: '', code: '', columns: [] })) for (const { respondentName } of part) names.push(`${String(names.length + 1).padStart(4, '0')} ${clean(respondentName).slice(0, 60)}`)
  return names
}

/** A file for each answer in one archive; each is made when the one before it has been taken. */
async function writePapers<T>({ input, doc, roundName }: Asked, source: Source, names: readonly string[], take: Take<T>): Promise<T> {
  const made = formatOf(input) === 'pdf' ? paperPdf : paperWord
  const answers = oneByOne(source.answers({ key: null, title: '', code: '', columns: [] }))
  const files = names.map((name) => [`${name}.${formatOf(input)}`, async function* () {
    const { value } = await answers.next()
    if (value) yield await made(paperOfAnswer(doc, roundName, value))
  }] as const)
  return writeZip(files, take)
}

async function* oneByOne<T>(parts: AsyncIterable<T[]>): AsyncGenerator<T, undefined> {
  for await (const part of parts) yield* part
  return undefined
}
