import { today } from '@assoc/contract/core/day'
import { directorUser as contract, exportResumes } from '@assoc/contract/member/director'
import { RESUME_ITEM } from '@assoc/contract/member/data-item'
import { withMeta, type FileItem } from '@assoc/contract'
import { z } from 'zod'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { Deed, Row } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { demandPapers, demandSorted, faultOf, keepPapers, paperItems, sortPapers, wordedPapers, type Papers } from '../records/papers'
import * as repository from './repository'
import { packer } from './resumes'
import { againFrom, judgeFields, judgePass, may } from './rules'
import { directorDemo, directorMenu } from './seed'
import './tables'

// The résumé has a field of its own, for résumés are packed by themselves; its item says what it may be.
const PAPERS: Papers = { biz: 'pool', flat: 'papers', slots: 'paperSlots', except: [RESUME_ITEM] }
/** In a file papers stand in words. */
const exported = contract.row.extend({ paperSlots: withMeta(z.string(), { label: '分项材料' }) })

async function judgeResume({ db }: Deed, fields: Row, row?: Row): Promise<void> {
  const item = (await paperItems(db, PAPERS.biz)).find(({ itemName }) => itemName === RESUME_ITEM)
  const old = ((row?.['resume'] ?? []) as FileItem[]).map((f) => f.fileId)
  const faults = item ? ((fields['resume'] ?? []) as FileItem[]).filter((f) => !old.includes(f.fileId)).flatMap((f) => faultOf(f, item) ?? []) : []
  if (faults[0]) throw refuse.field('resume', `简历${faults[0]}`)
}

/** Somebody who was not taken is not entered anew: her record says from which day it may be handed in again. */
async function judgeKnown({ db, platform }: Deed, fields: Row): Promise<void> {
  const refused = await repository.refusedDateOf(db, platform.sealing.print(String(fields['idCard'])))
  if (refused) throw refuse.field('idCard', `该身份证号已登记，${refused} 不予入库，${againFrom(refused)} 起可在原记录上重新提交`)
}

const mounted = mountResource(contract, {
  table: 'director_user',
  module: 'director',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  json: ['paperSlots'],
  exportAs: { row: exported, always: [], fill: (_db, rows) => Promise.resolve(rows.map((row) => ({ ...row, paperSlots: wordedPapers(row, PAPERS) }))) },
  keyword: { columns: ['name', 'current_unit'], grams: true },
  computed: repository.computed,
  filters: repository.filters,
  handover: { label: '待审核的独立董事', order: 63, open: ['pending', 'returned'], settled: ['refused', 'listed', 'suspended', 'removed'], page: '/enterprise/registrationAudit', name: 'name' },
  order: { field: 'updateTime', direction: 'desc' },
  sealed: { idCard: { text: 'id_card_sealed', print: 'id_card_print' } },
  constraints: {
    director_user_id_card_unique: () => refuse.field('idCard', '该身份证号已登记'),
    director_user_mobile_unique: () => refuse.field('mobile', '该手机号码已登记'),
  },
  todos: [
    { status: 'pending', label: '待审核独立董事', permit: 'director:user:audit', page: '/enterprise/registrationAudit' },
    { status: 'returned', label: '待补正独立董事', permit: 'director:user:insert', page: '/enterprise/registrationAudit' },
  ],
  may,
  before: {
    insert: async (deed, fields) => {
      judgeFields(fields)
      await judgeKnown(deed, fields)
      await judgeResume(deed, fields)
      await sortPapers(mounted.mounted, deed, PAPERS, fields)
      await demandSorted(deed, PAPERS, fields)
    },
    update: async (deed, row, fields) => {
      judgeFields(fields, row)
      await judgeResume(deed, fields, row)
      await sortPapers(mounted.mounted, deed, PAPERS, fields, row)
    },
    change: async (deed, row, step) => {
      judgePass(deed, row, step)
      if (step.verb === 'submit' || step.verb === 'pass') await demandPapers(deed, PAPERS, row)
    },
  },
  after: {
    insert: async (deed, id, fields) => void (await keepPapers(mounted.mounted, deed, PAPERS, id, fields)),
    update: async (deed, row, fields) => void (await keepPapers(mounted.mounted, deed, PAPERS, row.directorId, fields)),
    change: async ({ db }, row, step) => {
      if (step.verb === 'refuse') await repository.noteRefused(db, String(row['directorId']), today())
    },
  },
})

/** People who are, or want to be, independent directors: their audit, the pool, and their résumés. */
export const director = { ...mounted, bindings: [...mounted.bindings, handle(exportResumes, packer(mounted.mounted.entity))], seeds: [directorMenu, directorDemo] }
