import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, flag, optionalText, ref, withMeta } from '../core/fields'
import { meetingLookup } from './lookups'
import { meeting } from './permits'
import { regStatus } from './registration'

/** Above this many people a list becomes a job. */
export const LIST_NOW_LIMIT = 200

export const listFormat = choice('格式', { xlsx: '报名名单（Excel）', pdf: '报名名单（PDF）', badges: '胸牌（90×130 mm）', sheets: '胸牌（A4 拼版）' })
export const listOrder = choice('排序', { company: '按单位', name: '按姓名拼音', registerNo: '按报名编号', seat: '按座位' })
export const listMask = choice('遮盖', { mobile: '手机号码', name: '姓名（留首字）' })
/** Columns of a list of registrations (domain C2), in their usual order; a meeting's questions follow them as one. */
export const listColumn = choice('列', {
  no: '序号',
  companyName: '单位',
  stockCode: '证券代码',
  name: '姓名',
  gender: '性别',
  postName: '职务',
  mobile: '手机号码',
  needStay: '是否住宿',
  roomType: '房型',
  roommate: '合住人',
  checkInDate: '入住日期',
  checkOutDate: '离店日期',
  optionNames: '用餐与项目',
  dietNote: '饮食禁忌',
  arriveTime: '到达时间',
  arriveNo: '航班车次',
  leaveTime: '返程时间',
  needPickup: '接站',
  seatNo: '座位号',
  answers: '报名问题',
  payStatus: '缴费状态',
  registerNo: '报名编号',
  regStatus: '报名状态',
  remark: '备注',
})
/** Columns of a list as it is first shown (domain K). */
export const USUAL_COLUMNS: readonly (keyof (typeof listColumn)['labels'])[] = ['no', 'companyName', 'stockCode', 'name', 'gender', 'postName', 'mobile', 'needStay', 'roomType', 'checkInDate', 'checkOutDate', 'optionNames', 'arriveTime', 'arriveNo', 'leaveTime', 'needPickup', 'regStatus', 'remark']

const asked = {
  meetId: ref('会议', meetingLookup),
  /** In the order in which they stand. */
  columns: withMeta(z.array(listColumn.schema).min(1, '请选择列').max(24), { label: '列' }),
  order: listOrder.schema,
  masks: withMeta(z.array(listMask.schema).max(2), { label: '遮盖' }),
  statuses: withMeta(z.array(regStatus.schema).min(1, '请选择报名状态').max(8), { label: '报名状态' }),
}

/** The first rows of a list as it would be made. */
export const previewList = call({
  path: '/meeting/list/previewList',
  title: '预览会议名单',
  access: meeting('registration:read'),
  request: body(asked),
  response: z.object({ meetingName: z.string(), total: z.number().int(), header: z.array(z.string()), rows: z.array(z.array(z.string())) }),
})

/** A list or the badges of a meeting; above LIST_NOW_LIMIT people a job, whose `workId` goes with F00006. */
export const generateList = call({
  path: '/meeting/list/generateList',
  title: '生成会议名单',
  access: meeting('registration:read'),
  request: body({ ...asked, format: listFormat.schema, withCode: flag('胸牌印个人签到码').optional(), reason: optionalText('导出原因', 200) }),
  response: z.unknown(),
  blob: true,
})
