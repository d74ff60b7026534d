import { isDeepStrictEqual } from 'node:util'
import type { FileItem, RowOf } from '@assoc/contract'
import { reviewWork as contract, uploadReviewWorks } from '@assoc/contract/expert/review/work'
import { refuse } from '../../../../platform/errors'
import { handle } from '../../../../platform/http/context'
import type { ServerModule } from '../../../../platform/module'
import { nextNumber } from '../../../../platform/numbers/numbers'
import { insertFields } from '../../../../platform/resource/actions'
import type { Action, Updated } from '../../../../platform/resource/definition'
import { mountResource } from '../../../../platform/resource/mount'
import { initials } from '../../../../platform/search/grams'
import { authorsOfText, keptAuthors, shownAuthors, type KeptAuthor } from './authors'
import { keepBlindFiles, letGoOfBlindFiles } from './files'
import * as repository from './repository'
import './reviewable'
import { uploadWorks } from './zip'

/** Digits of a work's number. */
const DIGITS = 5

type Fields = Updated<typeof contract>
// What the rules before a write have made of the authors, until those after it write them as rows of their own.
const pending = new WeakMap<object, KeptAuthor[]>()

function settleAuthors({ platform: { encryption } }: Action, fields: Fields, stored: readonly KeptAuthor[]): void {
  const { authorsText } = fields
  delete fields.authorsText
  const given = fields.authors?.length ? fields.authors : authorsText ? authorsOfText(authorsText) : fields.authors
  delete fields.authors
  if (given === undefined) return
  pending.set(fields, keptAuthors(given ?? [], stored, encryption))
}

async function follow(action: Action, workId: string, fields: Fields): Promise<void> {
  const authors = pending.get(fields)
  if (authors) {
    const before = shownAuthors(await repository.authorsOf(action.db, workId))
    await repository.writeAuthors(action.db, workId, authors)
    if (!isDeepStrictEqual(before, shownAuthors(authors))) action.audit({ recordType: 'reviewWork', recordId: workId, verb: 'update', before: { authors: before }, after: { authors: shownAuthors(authors) } })
  }
  if (fields.files) await keepBlindFiles(action, workId, fields.files as FileItem[])
}

/** What is scored stays as it is. */
async function requireOpen({ db }: Action, { workId }: Pick<RowOf<typeof contract>, 'workId'>): Promise<void> {
  const begun = (await repository.batchesOfWork(db, workId)).find((batch) => batch.begun)
  if (begun) throw refuse.inUse(`批次“${begun.batchName}”已开始评分，不能修改`)
}

const resource = mountResource(contract, {
  table: 'review_work',
  module: 'review',
  scope: { dept: 'dept_id', self: 'create_by', company: 'company_id' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { columns: ['work_no', 'title', 'title_initials'], grams: true },
  derive: ({ title }) => (typeof title === 'string' ? { title_initials: initials(title) } : {}),
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.title,
  before: {
    insert: async (action, fields) => {
      settleAuthors(action, fields, [])
      fields.files ??= []
      fields.workNo = await nextNumber(action.db, 'SJ', '', DIGITS)
    },
    update: async (action, row, fields) => {
      await requireOpen(action, row)
      settleAuthors(action, fields, await repository.authorsOf(action.db, row.workId))
    },
    remove: async ({ db }, row) => {
      const [batch] = await repository.batchesOfWork(db, row.workId)
      if (batch) throw refuse.inUse(`批次“${batch.batchName}”正在评审此作品，不能删除`)
      await letGoOfBlindFiles(db, row.workId)
    },
  },
  after: {
    insert: (action, id, fields) => follow(action, id, fields),
    update: (action, row, fields) => follow(action, row.workId, fields),
  },
})

/** Works that are handed in for review by themselves. */
export const reviewWork: ServerModule = { bindings: [...resource.bindings, handle(uploadReviewWorks, uploadWorks((action, fields) => insertFields(resource.runtime, action, fields)))] }
