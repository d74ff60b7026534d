import { z } from 'zod'
import { choiceField, optionalText, ref, text, withMeta } from '../../core/fields'
import { resource } from '../../core/resource'
import { review } from '../permits'
import { recuseSource, recuseStatus, recuseType } from './kinds'
import { expertLookup, reviewBatchLookup, reviewItemLookup } from './lookups'

/** Months for which a tie of work or pay counts after it has ended (domain D6). */
export const TIE_MONTHS = 24

/** An expert who is bound to a work, or may be (domain D6). */
export const reviewRecusal = resource({
  name: 'reviewRecusal',
  label: '回避',
  fileTitle: '回避管理',
  view: 'expert/RecusalList',
  base: '/expert/reviewRecusal',
  id: 'recusalId',
  fields: {
    itemId: ref('评审对象', reviewItemLookup),
    expertId: ref('评审专家', expertLookup),
    recuseType: choiceField(recuseType),
    detail: text('情况说明', 500),
  },
  more: {
    batchId: ref('评审批次', reviewBatchLookup),
    batchName: withMeta(z.string(), { label: '评审批次' }),
    itemNo: withMeta(z.number().int(), { label: '序号' }),
    title: withMeta(z.string(), { label: '名称' }),
    expertName: withMeta(z.string(), { label: '专家姓名' }),
    expertNo: withMeta(z.string(), { label: '专家编号' }),
    expertUnit: withMeta(z.string(), { label: '工作单位' }),
    recuseSource: choiceField(recuseSource),
    /** How far the expert has come with the work: what a confirmed recusal undoes. */
    sheetStatus: withMeta(z.enum(['none', 'waiting', 'accepted', 'submitted', 'struck']), { label: '评审进度', options: { none: '未分配', waiting: '已分配', accepted: '评分中', submitted: '已提交评分', struck: '评分已作废' } }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('专家编号、姓名、拼音首字母、单位或对象名称', 50),
    batchId: ref('评审批次', reviewBatchLookup).optional(),
    expertId: ref('评审专家', expertLookup).optional(),
    recuseType: withMeta(z.array(recuseType.schema), { label: '回避情形' }).optional(),
    recuseSource: withMeta(z.array(recuseSource.schema), { label: '回避来源' }).optional(),
    recuseStatus: withMeta(z.array(recuseStatus.schema), { label: '回避状态' }).optional(),
  },
  facts: ['batchName', 'title', 'expertName', 'recuseType', 'recuseSource'],
  sortable: ['updateTime'],
  access: { read: review('recusal:read'), insert: review('recusal:update'), export: review('recusal:read') },
  status: { field: 'recuseStatus', machine: recuseStatus },
})
