import { meetingMaterial as contract, openMaterial, selectMaterialsOfMeeting } from '@assoc/contract/meeting/material'
import { refuse } from '../../../platform/errors'
import { storedFiles } from '../../../platform/files/stored'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { StampError, stampPdf } from '../../../platform/pdf/stamp'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { requireOpenMeeting } from '../meeting/open.repository'
import * as repository from './repository'
import * as service from './service'

/** A document that could never be opened is refused while who uploads it is still there. */
async function requireStampable({ db, platform }: Pick<Action, 'db' | 'platform'>, file: readonly { fileId: string }[]): Promise<void> {
  for (const { fileName, key } of await storedFiles(db, file.map(({ fileId }) => fileId))) {
    if (!service.isPdfName(fileName)) continue
    try {
      ;(await stampPdf(platform.files.read(key), ['试加水印'])).destroy()
    } catch (error) {
      throw error instanceof StampError ? refuse.field('file', service.STAMP_FAULTS[error.reason]) : error
    }
  }
}

const runtime = mountResource(contract, {
  table: 'meeting_material',
  module: 'meeting',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  computed: repository.computed,
  internal: ['deptId'],
  json: ['file'],
  keyword: { columns: ['material_name'], grams: true },
  order: { field: 'createTime', direction: 'desc' },
  nameOf: (row) => row.materialName,
  // Staff who only read get what everybody gets: a document with their name on it.
  originals: 'meeting:material:update',
  constraints: { meeting_material_name_unique: () => refuse.field('materialName', '该会议已有同名资料') },
  before: {
    insert: async (action, fields) => {
      fields.deptId = await requireOpenMeeting(action.db, fields.meetId, '资料')
      await requireStampable(action, fields.file)
    },
    update: async (action, row, fields) => {
      await requireOpenMeeting(action.db, row.meetId, '资料')
      if (fields.meetId !== undefined && fields.meetId !== row.meetId) fields.deptId = await requireOpenMeeting(action.db, fields.meetId, '资料')
      if (fields.file !== undefined && fields.file[0]?.fileId !== row.file[0]?.fileId) await requireStampable(action, fields.file)
    },
    remove: async (action, row) => void (await requireOpenMeeting(action.db, row.meetId, '资料')),
  },
})

export const material: ServerModule = { ...runtime, bindings: [...runtime.bindings, handle(selectMaterialsOfMeeting, service.materialsOfMeeting), handle(openMaterial, service.open)] }
