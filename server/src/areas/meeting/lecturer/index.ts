import { lecturer as lecturerContract, speaker as speakerContract } from '@assoc/contract/meeting/lecturer'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { held } from '../registration/places'
import * as repository from './repository'

export const lecturer = mountResource(lecturerContract, {
  table: 'lecturer',
  createdBy: 'create_by',
  changedAt: 'update_time',
  computed: repository.lecturerComputed,
  keyword: { columns: ['lecturer_name', 'unit_post'], grams: true },
  filters: { specialty: repository.withSpecialty },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.lecturerName,
  constraints: { lecturer_unique: () => refuse.field('lecturerName', '该单位职务下已有同名讲师') },
  before: {
    remove: async ({ db }, { lecturerId }) => {
      if (await repository.speaks(db, lecturerId)) throw refuse.inUse('该讲师已有演讲安排，不能删除，可以停用')
    },
  },
})

async function requireMeeting({ db }: Pick<Action, 'db'>, meetId: string): Promise<string> {
  const { organizerDeptId, meetingStatus } = await held(db, meetId)
  if (meetingStatus === 'archived') throw refuse.field('meetId', '会议已归档，不能再改动演讲嘉宾')
  if (meetingStatus === 'cancelled') throw refuse.field('meetId', '会议已取消，不能再改动演讲嘉宾')
  return organizerDeptId
}

/** Refuses a lecturer who speaks no more, and a tax by hand where the law has a rule, or the other way round. */
async function requireLecturer({ db }: Pick<Action, 'db'>, lecturerId: string, nonResident: boolean, isNew: boolean): Promise<void> {
  const found = await repository.holdLecturer(db, lecturerId)
  if (!found) throw refuse.field('lecturerId', '讲师不存在')
  if (isNew && found.lecturerStatus === 'stopped') throw refuse.field('lecturerId', '该讲师已停用')
  if (found.nonResident !== nonResident) throw refuse.field('nonResident', found.nonResident ? '该讲师登记为非居民个人，税额须手工填写' : '该讲师登记为居民个人，按劳务报酬预扣')
}

export const speaker = mountResource(speakerContract, {
  table: 'meeting_speaker',
  module: 'meeting',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  internal: ['deptId'],
  computed: repository.speakerComputed,
  keyword: { columns: ['topic'], grams: true },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => `${row.lecturerName} ${row.topic}`,
  constraints: {
    meeting_speaker_unique: () => refuse.field('topic', '该讲师在本次会议已有同名演讲'),
    meeting_speaker_one_fee: () => refuse.field('fee', '该讲师在本次会议已有讲课费；同一次会议的讲课费合并计税，请合并填写在一场演讲中'),
  },
  before: {
    insert: async (action, fields) => {
      fields.deptId = await requireMeeting(action, fields.meetId)
      await requireLecturer(action, fields.lecturerId, fields.nonResident, true)
    },
    update: async (action, row, fields) => {
      fields.deptId = await requireMeeting(action, row.meetId)
      if (fields.meetId !== undefined && fields.meetId !== row.meetId) fields.deptId = await requireMeeting(action, fields.meetId)
      const lecturerId = fields.lecturerId ?? row.lecturerId
      await requireLecturer(action, lecturerId, fields.nonResident ?? row.nonResident, lecturerId !== row.lecturerId)
    },
    remove: async (action, row) => void (await requireMeeting(action, row.meetId)),
  },
})
