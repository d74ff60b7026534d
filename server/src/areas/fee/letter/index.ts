import * as calls from '@assoc/contract/fee/letter'
import { sinceDay, untilDay } from '../../../platform/database/day'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import type { Inserted } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { memberFields } from '../found.repository'
import { downloadLetter, issueLetters, previewLetter } from './issue'
import { PRINT_JOB, printLetters } from './print'
import * as repository from './repository'
import { letterDemo, letterSeed } from './seed'
import { strangeIn, strangeInDoc } from './text'

defineJob<{ workId: string }>(PRINT_JOB, printLetters)

/** Refuses words that no letter could be made of. */
function validate({ title, content }: Partial<Inserted<typeof calls.letterTemplate>>): void {
  const wrong = (path: string, variable: string) => refuse.field(path, `不认识的变量 ${variable.slice(0, 20)}，可以使用 ${calls.LETTER_VARIABLES.map(calls.asLetterVariable).join('、')}`)
  const [inTitle, inContent] = [title ? strangeIn([title]) : undefined, content ? strangeInDoc(content) : undefined]
  if (inTitle) throw wrong('title', inTitle)
  if (inContent) throw wrong('content', inContent)
}

const templates = mountResource(calls.letterTemplate, {
  table: 'letter_template',
  json: ['content'],
  keyword: { columns: ['template_name'], grams: true },
  order: { field: 'updateTime', direction: 'desc' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  constraints: { letter_template_name_unique: () => refuse.field('templateName', '已有同名的模板') },
  nameOf: (row) => row.templateName,
  before: { insert: (_action, fields) => validate(fields), update: (_action, _row, fields) => validate(fields) },
})

const letters = mountResource(calls.letter, {
  table: 'letter',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  computed: { ...memberFields(), operator: repository.operator },
  keyword: { where: repository.lettersFound },
  filters: { issueTimeFrom: sinceDay('issue_time'), issueTimeTo: untilDay('issue_time') },
  order: { field: 'issueTime', direction: 'desc' },
  nameOf: (row) => row.letterNo,
})

async function updateIssuer({ db, input, audit }: Context<typeof calls.updateIssuer>) {
  const before = await repository.issuerNow(db)
  const { accountName = null, bankName = null, bankAccount = null, contact = null } = input
  const version = await repository.setIssuer(db, { ...input, accountName, bankName, bankAccount, contact })
  if (version === undefined) throw refuse.conflict(before)
  audit({ recordType: 'letterIssuer', recordId: null, verb: 'update', before: { ...before }, after: { ...input } })
  return { version }
}

export const letterTemplates: ServerModule & Pick<typeof templates, 'runtime'> = {
  runtime: templates.runtime,
  bindings: [...templates.bindings, handle(calls.selectIssuer, ({ db }) => repository.issuerNow(db)), handle(calls.updateIssuer, updateIssuer)],
  seeds: [letterSeed, letterDemo],
}

export const memberLetters: ServerModule & Pick<typeof letters, 'runtime'> = {
  runtime: letters.runtime,
  bindings: [...letters.bindings, handle(calls.issueLetters, issueLetters), handle(calls.previewLetter, previewLetter), handle(calls.downloadLetter, downloadLetter)],
}
