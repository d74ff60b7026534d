import { meetingMaterial as contract, openMaterial, selectMaterialsOfMeeting } from '@assoc/contract/meeting/material'
import { refuse } from '../../../platform/errors'
import { storedFiles } from '../../../platform/files/stored'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { StampError, stampPdf } from '../../../platform/pdf/stamp'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import * as repository from './repository'
import * as service from './service'

async function requireOpenMeeting({ db }: Pick<Action, 'db'>, meetId: string): Promise<string> {
  const meeting = await repository.meetingOf(db, meetId)
  if (!meeting) throw refuse.field('meetId', '会议不存在')
  if (meeting.meetingStatus === 'archived') throw refuse.field('meetId', '会议已归档，不能再改动资料')
  if (meeting.meetingStatus === 'cancelled') throw refuse.field('meetId', '会议已取消，不能再改动资料')
  return meeting.deptId
}

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
      fields.deptId = await requireOpenMeeting(action, fields.meetId)
      await requireStampable(action, fields.file)
    },
    update: async (action, row, fields) => {
      await requireOpenMeeting(action, row.meetId)
      if (fields.meetId !== undefined && fields.meetId !== row.meetId) fields.deptId = await requireOpenMeeting(action, fields.meetId)
      if (fields.file !== undefined && fields.file[0]?.fileId !== row.file[0]?.fileId) await requireStampable(action, fields.file)
    },
    remove: async (action, row) => void (await requireOpenMeeting(action, row.meetId)),
  },
})

export const material: ServerModule = { ...runtime, bindings: [...runtime.bindings, handle(selectMaterialsOfMeeting, service.materialsOfMeeting), handle(openMaterial, service.open)] }
