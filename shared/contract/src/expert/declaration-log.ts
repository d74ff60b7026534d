import { z } from 'zod'
import { date, optionalText, ref, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { companyLookup } from '../member/lookups'
import { declareStatus } from './declaration-status'
import { evalSchemeLookup } from './lookups'
import { declaration as permit } from './permits'

/** What happened to declarations: who did what and when, from which status to which. Only ever added to. */
export const declarationLog = resource({
  name: 'declarationLog',
  label: '申报日志',
  view: 'expert/DeclareLog',
  base: '/expert/declarationLog',
  id: 'logId',
  fields: {},
  more: {
    declareId: ref('申报', 'declaration'),
    declareNo: withMeta(z.string(), { label: '申报编号' }),
    schemeName: withMeta(z.string(), { label: '评价方案' }),
    declarantName: withMeta(z.string(), { label: '申报人' }),
    companyName: withMeta(z.string(), { label: '公司简称' }),
    action: withMeta(z.string(), { label: '操作' }),
    fromStatus: withMeta(declareStatus.schema.nullable(), { label: '原状态', options: declareStatus.labels }),
    toStatus: withMeta(declareStatus.schema.nullable(), { label: '新状态', options: declareStatus.labels }),
    /** What was changed, by its labels; personal answers are masked. */
    fieldDiff: withMeta(z.string().nullable(), { label: '变更内容' }),
    reason: withMeta(z.string().nullable(), { label: '原因' }),
    operatorName: withMeta(z.string(), { label: '操作人' }),
    operateIp: withMeta(z.string(), { label: '操作IP' }),
    operateTime: withMeta(z.string(), { label: '操作时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('申报编号、申报人或公司', 50),
    schemeId: ref('评价方案', evalSchemeLookup).optional(),
    companyId: ref('公司', companyLookup).optional(),
    toStatus: withMeta(z.array(declareStatus.schema), { label: '新状态' }).optional(),
    operatorName: optionalText('操作人（全名）', 32),
    operateTimeFrom: date('操作时间起').optional(),
    operateTimeTo: date('操作时间止').optional(),
  },
  facts: ['declareNo', 'action', 'operatorName', 'operateTime'],
  sortable: ['operateTime'],
  access: { read: permit('log:read'), export: permit('log:read') },
  appendOnly: true,
})
