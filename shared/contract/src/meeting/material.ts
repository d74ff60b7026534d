import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { choice, choiceField, id, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { meetingLookup } from './lookups'
import { meeting } from './permits'

/** Whom a material is for (domain C4). */
export const openScope = choice('公开范围', { open: '公开', member: '会员', attendee: '参会人', internal: '内部' })

/** Documents and slides of a meeting (domain C4). Whoever is not preparing it opens them by `openMaterial`, where a PDF bears the reader's name and the time. */
export const meetingMaterial = resource({
  name: 'meetingMaterial',
  label: '会议资料',
  base: '/meeting/material',
  id: 'materialId',
  fields: {
    meetId: ref('会议', meetingLookup),
    materialName: text('资料名称', 100),
    file: files('文件', { exts: ['pdf', 'docx', 'pptx'], maxMb: 100, max: 1, least: 1 }),
    openScope: choiceField(openScope),
  },
  more: {
    meetingName: withMeta(z.string(), { label: '会议名称' }),
    startTime: withMeta(z.string(), { label: '会议时间', show: 'instant' }),
    /** How often it was opened, by whom it may. */
    opened: withMeta(z.number().int(), { label: '打开次数', show: 'count' }),
    createTime: withMeta(z.string(), { label: '上传时间', show: 'instant' }),
  },
  filters: {
    keyword: withMeta(z.string().max(50).optional(), { label: '资料名称' }),
    meetId: ref('会议', meetingLookup).optional(),
    openScope: withMeta(z.array(openScope.schema), { label: '公开范围' }).optional(),
  },
  view: 'meeting/MeetingMaterial',
  facts: ['meetingName', 'openScope', 'opened'],
  sortable: ['createTime'],
  access: { read: meeting('material:read'), insert: meeting('material:update'), update: meeting('material:update'), remove: meeting('material:update'), export: meeting('material:read') },
})

/** Materials of one meeting that the person may open, at most 200: what is public, for members, for those who take part. */
export const selectMaterialsOfMeeting = call({
  path: '/meeting/material/selectMaterialsOfMeeting',
  title: '查询可查看的会议资料',
  access: signedIn,
  // Not within somebody's data scope: the material's own range decides.
  request: body({ meetId: id('会议') }),
  response: z.array(z.object({ materialId: z.string(), materialName: z.string(), fileName: z.string(), fileSize: z.number(), createTime: z.string() })),
})

/** One material: a PDF with the reader's name and the time on every page, other documents as they are. Each opening is logged. */
export const openMaterial = call({
  path: '/meeting/material/openMaterial',
  title: '打开会议资料',
  access: signedIn,
  blob: true,
  request: body({ materialId: id('会议资料') }),
  response: z.unknown(),
})
