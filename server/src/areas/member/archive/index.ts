import { today } from '@assoc/contract/core/day'
import { memberArchive as contract, packArchives } from '@assoc/contract/member/archive'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import { nextNumber } from '../../../platform/numbers/numbers'
import { letGoOf } from '../../../platform/resource/files.repository'
import { mountResource } from '../../../platform/resource/mount'
import { ofMembersOf } from '../membership/repository'
import { archiveDemo } from './demo'
import { PACK_JOB, packer } from './pack'
import * as repository from './repository'
import { archiveMenu } from './seed'
import './tables'

const runtime = mountResource(contract, {
  table: 'member_archive',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { where: repository.holding },
  filters: { companyId: ofMembersOf },
  order: { field: 'updateTime', direction: 'desc' },
  todos: [{ label: '待销毁审批的档案', status: 'destroying', permit: 'member:archive:destroy' }],
  nameOf: (row) => `${row.archiveNo} ${row.title}`,
  may: (_who, row, verb) => {
    return (verb !== 'update' && verb !== 'delete') || row.archiveStatus === 'pending' || '已归档的档案不能修改或删除，可以申请销毁'
  },
  before: {
    insert: async ({ db }, fields) => {
      fields.archiveNo = await nextNumber(db, 'DA', `${today().slice(0, 4)}-`)
    },
  },
  after: {
    change: async ({ db, principal }, row, step) => {
      const archiveId = row.archiveId
      if (step.verb === 'archive') await repository.noteArchived(db, archiveId, today())
      if (step.verb === 'askDestroy') await repository.noteAsked(db, archiveId, principal.userId)
      if (step.verb === 'keep') await repository.noteAsked(db, archiveId, null)
      if (step.verb !== 'destroy') return
      await letGoOf(db, row.papers.map((file) => file.fileId))
      await repository.dropDocuments(db, archiveId)
    },
  },
})

const { start, run } = packer(runtime.runtime.entity)
defineJob<{ workId: string }>(PACK_JOB, run)

export const archive = { ...runtime, bindings: [...runtime.bindings, handle(packArchives, start)], seeds: [archiveMenu, archiveDemo] }
