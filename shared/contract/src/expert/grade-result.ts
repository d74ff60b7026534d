import { z } from 'zod'
import { body, call } from '../core/call'
import { needed } from '../core/field-rules'
import { choice, choiceField, optionalText, ref, text, withMeta, year } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { jurisdiction } from '../member/jurisdiction'
import { companyLookup } from '../member/lookups'
import { orEmpty } from '../rules/identifiers'
import { directorBaseLookup, evalSchemeLookup } from './lookups'
import { evaluation as permit } from './permits'
import { evalTarget } from './eval-target'

const ofPerson = (v: Record<string, unknown>) => v['evalTarget'] === 'secretary' || v['evalTarget'] === 'independent'
const cancel = 'evaluation:grade:cancel'
const decide = 'evaluation:publicity:decide'

export const resultSource = choice('来源', { scheme: '本系统评价', history: '历史结果' })

export const resultStatus = statusMachine(
  '结果状态',
  { proposed: ['待公布', 'amber'], published: ['已公布', 'green'], cancelling: ['待核准取消', 'blue'], cancelled: ['已取消', 'red'], disqualified: ['取消资格', 'grey'] },
  [
    { from: ['proposed'], to: 'published', verb: 'confirm', label: '核准', permit: decide, separate: true, reason: 'optional' },
    { from: ['proposed'], to: 'published', verb: 'publish', label: '公布', permit: decide, single: true },
    { from: ['proposed'], to: 'disqualified', verb: 'disqualify', label: '取消资格', permit: decide, reason: 'required', single: true },
    { from: ['published'], to: 'cancelling', verb: 'askCancel', label: '申请取消', permit: cancel, reason: 'required', reasonLabel: '取消原因', single: true, danger: true },
    { from: ['cancelling'], to: 'cancelled', verb: 'cancel', label: '核准取消', permit: cancel, separate: ['askCancel'], reason: 'optional', danger: true },
    { from: ['cancelling'], to: 'published', verb: 'keep', label: '驳回取消', permit: cancel, separate: ['askCancel'], reason: 'required' },
  ],
)
/** Steps that follow from a notice of publicity and its objections alone. */
export const RESULT_BY_NOTICE = ['publish', 'disqualify'] as const

const score = withMeta(
  z
    .number({ error: '得分须为数字' })
    .min(0, '得分不能小于 0')
    .max(999.99, '得分不能大于 999.99')
    .refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, '得分最多两位小数')
    .nullish(),
  { label: '得分' },
)

/** What somebody, or a company, was graded in a year. */
export const gradeResult = resource({
  name: 'gradeResult',
  label: '评级结果',
  fileTitle: '董事评级结果',
  base: '/expert/gradeResult',
  id: 'resultId',
  view: 'expert/DirectorGrade',
  fields: {
    /** Of a scheme that is being scored; without one it is a result of earlier years. */
    schemeId: orEmpty(ref('评价方案', evalSchemeLookup)).optional(),
    evalTarget: choiceField(evalTarget),
    evalYear: withMeta(year('评价年度', 2000, 2100), { alsoCalled: ['年度'] }),
    companyId: withMeta(ref('公司', companyLookup), { alsoCalled: ['任职公司', '公司名称', '证券代码'] }),
    personId: withMeta(needed(orEmpty(ref('人员', directorBaseLookup)).optional(), (v) => (ofPerson(v) ? '请选择人员' : null)), { label: '人员', alsoCalled: ['姓名', '董事'] }),
    score,
    /** Of a scheme's own results the scale tells it. */
    gradeCode: needed(withMeta(orEmpty(text('评价等级', 8)).optional(), { label: '评价等级', alsoCalled: ['等级'] }), (v) => (v['schemeId'] ? null : '请填写评价等级')),
    remark: optionalText('备注', 200),
  },
  more: {
    schemeName: withMeta(z.string().nullable(), { label: '评价方案' }),
    name: withMeta(z.string().nullable(), { label: '姓名' }),
    companyName: withMeta(z.string(), { label: '公司简称' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    jurisdiction: choiceField(jurisdiction).nullable(),
    /** A notice has it on show, or had. */
    onShow: withMeta(z.boolean(), { label: '已列入公示' }),
    rankNo: withMeta(z.number().int().nullable(), { label: '名次' }),
    vetoReason: withMeta(z.string().nullable(), { label: '否决情形' }),
    resultSource: choiceField(resultSource),
    publishTime: withMeta(z.string().nullable(), { label: '公布时间', show: 'instant' }),
    cancelReason: withMeta(z.string().nullable(), { label: '取消原因' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名、拼音首字母、公司名称或代码', 50),
    evalYear: year('评价年度', 2000, 2100).optional(),
    evalTarget: withMeta(z.array(evalTarget.schema), { label: '评价对象' }).optional(),
    gradeCode: optionalText('评价等级', 8),
    resultStatus: withMeta(z.array(resultStatus.schema), { label: '结果状态' }).optional(),
    schemeId: ref('评价方案', evalSchemeLookup).optional(),
    companyId: ref('公司', companyLookup).optional(),
    personId: ref('人员', directorBaseLookup).optional(),
  },
  facts: ['evalYear', 'evalTarget', 'companyName', 'gradeCode', 'score'],
  groups: { 评价: ['schemeName', 'evalTarget', 'evalYear', 'resultSource'], 结果: ['score', 'rankNo', 'gradeCode', 'vetoReason', 'publishTime', 'cancelReason'] },
  sortable: ['evalYear', 'rankNo', 'updateTime'],
  access: { read: permit('grade:read'), insert: permit('grade:update'), update: permit('grade:update'), remove: permit('grade:update'), export: permit('grade:read'), import: permit('grade:update') },
  status: { field: 'resultStatus', machine: resultStatus },
})

/** Ranks and grades what a scheme has scored so far, by its scale and vetoes. A notice does it once more before it freezes them. */
export const computeEvalGrades = call({
  path: '/expert/gradeResult/computeEvalGrades',
  title: '计算名次与等级',
  access: permit('scheme:run'),
  write: true,
  request: body({ schemeId: ref('评价方案', evalSchemeLookup) }),
  response: z.object({ graded: z.number().int(), vetoed: z.number().int(), unscored: z.number().int() }),
})
