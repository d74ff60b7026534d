import { z } from 'zod'
import { body, call } from '../core/call'
import { date, id, instant, optionalText, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { mobile, orEmpty } from '../rules/identifiers'
import { evalNoticeLookup, evalSchemeLookup, gradeResultLookup } from './lookups'
import { evaluation as permit } from './permits'

const update = 'evaluation:publicity:update'
const decide = 'evaluation:publicity:decide'

export const noticeStatus = statusMachine(
  '公示状态',
  { draft: ['草稿', 'grey'], running: ['公示中', 'amber'], published: ['已公布', 'green'] },
  [
    { from: ['draft'], to: 'running', verb: 'start', label: '开始公示', permit: update, single: true },
    { from: ['running'], to: 'published', verb: 'publish', label: '公布评级', permit: decide, separate: ['start'], single: true },
  ],
)

/** What the public is told before the grades of a scheme are published. */
export const evalNotice = resource({
  name: 'evalNotice',
  label: '公示',
  base: '/expert/notice',
  id: 'noticeId',
  view: 'expert/PublicityList',
  fields: {
    schemeId: ref('评价方案', evalSchemeLookup),
    noticeTitle: text('公示标题', 100),
    endTime: instant('公示截止'),
    contactWay: text('异议受理方式', 200),
    foreword: optionalText('公示说明', 1000),
  },
  more: {
    schemeName: withMeta(z.string(), { label: '评价方案' }),
    startTime: withMeta(z.string().nullable(), { label: '开始时间', show: 'instant' }),
    publishTime: withMeta(z.string().nullable(), { label: '公布时间', show: 'instant' }),
    resultCount: withMeta(z.number().int(), { label: '公示人数', show: 'count' }),
    openObjections: withMeta(z.number().int(), { label: '待处理异议', show: 'count' }),
    /** Over what was frozen when the notice began, so that a printout is told from another one. */
    resultHash: withMeta(z.string().nullable(), { label: '结果校验码' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('公示标题', 50),
    schemeId: ref('评价方案', evalSchemeLookup).optional(),
    noticeStatus: withMeta(z.array(noticeStatus.schema), { label: '公示状态' }).optional(),
  },
  facts: ['schemeName', 'startTime', 'endTime', 'resultCount', 'openObjections'],
  sortable: ['endTime', 'updateTime'],
  access: { read: permit('publicity:read'), insert: permit('publicity:update'), update: permit('publicity:update'), remove: permit('publicity:update'), export: permit('publicity:read') },
  status: { field: 'noticeStatus', machine: noticeStatus },
})

/** The text of a notice with the results that are on show, as PDF. */
export const downloadEvalNotice = call({
  path: '/expert/notice/downloadEvalNotice',
  title: '下载公示文本',
  access: permit('publicity:read'),
  blob: true,
  request: body({ noticeId: ref('公示', evalNoticeLookup) }),
  response: z.unknown(),
})

const newScore = withMeta(
  z
    .number({ error: '请填写复议后得分' })
    .min(0, '复议后得分不能小于 0')
    .max(999.99, '复议后得分不能大于 999.99')
    .refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, '复议后得分最多两位小数'),
  { label: '复议后得分' },
)

/** What reconsidering a result asks for. */
export const reviseInput = { revisedScore: newScore }

export const objectionStatus = statusMachine(
  '处理结果',
  { open: ['待处理', 'amber'], maintained: ['维持', 'green'], revised: ['复议', 'blue'], disqualified: ['取消资格', 'red'] },
  [
    { from: ['open'], to: 'maintained', verb: 'maintain', label: '维持', permit: decide, separate: true, reason: 'required', reasonLabel: '处理意见', single: true },
    { from: ['open'], to: 'revised', verb: 'revise', label: '复议', permit: decide, separate: true, reason: 'required', reasonLabel: '处理意见', single: true, input: reviseInput },
    { from: ['open'], to: 'disqualified', verb: 'disqualify', label: '取消资格', permit: decide, separate: true, reason: 'required', reasonLabel: '处理意见', danger: true, single: true },
  ],
)

/** An objection to a result that is on show. */
export const evalObjection = resource({
  name: 'evalObjection',
  label: '异议',
  base: '/expert/objection',
  id: 'objectionId',
  fields: {
    noticeId: ref('公示', evalNoticeLookup),
    resultId: ref('异议对象', gradeResultLookup),
    objectorName: text('异议人', 50),
    contactMobile: personal(orEmpty(mobile()), 'mobile'),
    content: withMeta(text('异议内容', 1000), { show: 'longText' }),
    proof: files('证明材料', { max: 5 }),
    /** No ref: accounts lie in the data scope of another module; the server asks whether it can sign in. */
    handlerId: id('承办人'),
    handleBefore: date('办理期限'),
  },
  more: {
    noticeTitle: withMeta(z.string(), { label: '公示' }),
    subjectName: withMeta(z.string(), { label: '姓名与公司' }),
    gradeCode: withMeta(z.string().nullable(), { label: '公示等级' }),
    handlerName: withMeta(z.string(), { label: '承办人' }),
    opinion: withMeta(z.string().nullable(), { label: '处理意见' }),
    revisedScore: withMeta(z.number().nullable(), { label: '复议后得分' }),
    closeTime: withMeta(z.string().nullable(), { label: '办结时间', show: 'instant' }),
    overdue: withMeta(z.boolean(), { label: '已超期' }),
    createTime: withMeta(z.string(), { label: '登记时间', show: 'instant' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    noticeId: ref('公示', evalNoticeLookup).optional(),
    objectionStatus: withMeta(z.array(objectionStatus.schema), { label: '处理结果' }).optional(),
  },
  facts: ['noticeTitle', 'subjectName', 'gradeCode', 'handlerName', 'handleBefore'],
  told: ['opinion'],
  sortable: ['handleBefore', 'updateTime'],
  access: { read: permit('publicity:read'), insert: permit('publicity:update'), update: permit('publicity:update'), export: permit('publicity:read') },
  status: { field: 'objectionStatus', machine: objectionStatus },
})

/** For the choice of a handler: at most twenty accounts by name that can sign in. */
export const findObjectionHandlers = call({
  path: '/expert/objection/findObjectionHandlers',
  title: '查找承办人',
  access: permit('publicity:update'),
  request: body({ keyword: optionalText('关键字', 50) }),
  response: z.array(z.object({ userId: id(), realName: z.string(), loginName: z.string() })),
})
