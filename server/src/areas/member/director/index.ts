import type { RowOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { directorUser as contract, exportResumes } from '@assoc/contract/member/director'
import { RESUME_ITEM } from '@assoc/contract/member/data-item'
import { withMeta, type FileItem } from '@assoc/contract'
import { z } from 'zod'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { findable } from '../../../platform/search/palette'
import { requireDocuments, requireSorted, faultOf, keepDocuments, paperItems, sortDocuments, formatDocuments, type Documents } from '../records/documents'
import { endLinks, linkAccount } from '../../rbac/api'
import { initialsWith } from '../initials'
import * as repository from './repository'
import { packer } from './resumes'
import { againFrom, validateFields, validatePass, may } from './rules'
import { directorDemo, directorMenu } from './seed'
import './tables'

type Row = RowOf<typeof contract>
type Fields = Inserted<typeof contract>

// The résumé has a field of its own, for résumés are packed by themselves; its item says what it may be.
const PAPERS: Documents = { biz: 'pool', flat: 'papers', slots: 'paperSlots', except: [RESUME_ITEM] }
/** In a file documents stand in words. */
const exported = contract.row.extend({ paperSlots: withMeta(z.string(), { label: '分项材料' }) })

async function validateResume({ db }: Action, fields: Partial<Fields>, row?: Row): Promise<void> {
  const item = (await paperItems(db, PAPERS.biz)).find(({ itemName }) => itemName === RESUME_ITEM)
  const old = ((row?.resume ?? []) as FileItem[]).map((f) => f.fileId)
  const faults = item ? ((fields.resume ?? []) as FileItem[]).filter((f) => !old.includes(f.fileId)).flatMap((f) => faultOf(f, item) ?? []) : []
  if (faults[0]) throw refuse.field('resume', `简历${faults[0]}`)
}

/** Somebody who was not taken is not entered anew: their record says from which day it may be handed in again. */
async function validateKnown({ db, platform }: Action, fields: Fields): Promise<void> {
  const refused = await repository.refusedDateOf(db, platform.encryption.blindIndex(fields.idCard))
  if (refused) throw refuse.field('idCard', `该身份证号已登记，${refused} 不予入库，${againFrom(refused)} 起可在原记录上重新提交`)
}

const runtime = mountResource(contract, {
  table: 'director_user',
  module: 'director',
  scope: { dept: 'dept_id', self: 'create_by', person: 'director_id' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  json: ['paperSlots'],
  exportAs: { row: exported, always: [], fill: (_db, rows) => Promise.resolve(rows.map((row) => ({ ...row, paperSlots: formatDocuments(row, PAPERS) }))) },
  keyword: { columns: ['name', 'current_unit', 'name_initials'], grams: true },
  derive: initialsWith,
  computed: repository.computed,
  filters: repository.filters,
  handover: { label: '待审核的独立董事', order: 63, open: ['pending', 'returned'], settled: ['refused', 'listed', 'suspended', 'removed'], view: 'member/DirectorUserAudit', name: 'name' },
  order: { field: 'updateTime', direction: 'desc' },
  encrypted: { idCard: { text: 'id_card_sealed', blindIndex: 'id_card_print' } },
  constraints: {
    director_user_id_card_unique: () => refuse.field('idCard', '该身份证号已登记'),
    director_user_mobile_unique: () => refuse.field('mobile', '该手机号码已登记'),
  },
  todos: [
    { status: 'pending', label: '待审核独立董事', permit: 'director:user:audit', view: 'member/DirectorUserAudit' },
    { status: 'returned', label: '待补正独立董事', permit: 'director:user:insert', view: 'member/DirectorUserAudit' },
  ],
  may,
  before: {
    insert: async (action, fields) => {
      validateFields(fields)
      await validateKnown(action, fields)
      await validateResume(action, fields)
      await sortDocuments(runtime.runtime, action, PAPERS, fields)
      await requireSorted(action, PAPERS, fields)
    },
    update: async (action, row, fields) => {
      validateFields(fields, row)
      await validateResume(action, fields, row)
      await sortDocuments(runtime.runtime, action, PAPERS, fields, row)
    },
    change: async (action, row, step) => {
      validatePass(action, row, step)
      if (step.verb === 'submit' || step.verb === 'pass') await requireDocuments(action, PAPERS, row)
    },
  },
  after: {
    insert: async (action, id, fields) => void (await keepDocuments(runtime.runtime, action, PAPERS, id, fields)),
    update: async (action, row, fields) => void (await keepDocuments(runtime.runtime, action, PAPERS, row.directorId, fields)),
    change: async (action, row, step, reason) => {
      if (step.verb === 'refuse') await repository.noteRefused(action.db, row.directorId, today())
      // Who is in the pool acts for themselves with a login of their own, until they leave it.
      if (step.verb === 'pass') await linkAccount(action, { mobile: row.mobile, realName: row.name, typeId: 'director', subject: 'person', subjectId: row.directorId, capacity: 'director', role: 'PERSON', source: 'directorUser', sourceId: row.directorId })
      if (step.verb === 'remove') await endLinks(action, { source: 'directorUser', sourceId: row.directorId }, reason ?? step.label)
    },
  },
})

findable(runtime.runtime, { group: '独立董事', order: 4, label: 'name', hint: ['currentUnit'] })

/** People who are, or want to be, independent directors: their audit, the pool, and their résumés. */
export const director = { ...runtime, bindings: [...runtime.bindings, handle(exportResumes, packer(runtime.runtime.entity))], seeds: [directorMenu, directorDemo] }
