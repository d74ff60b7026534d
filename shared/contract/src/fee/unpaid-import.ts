import { z } from 'zod'
import { duesYear, optionalText, ref, text, withMeta, yuanFen } from '../core/fields'
import { resource } from '../core/resource'
import { billStatus } from './bill'
import { fee } from './permits'

/**
 * What members owe from years before this console kept their bills (domain B5). Each row becomes a bill of its year; a member is
 * found by credit code, else by number. One figure a member and year, and none where the year has its bill already.
 */
export const unpaidImport = resource({
  name: 'unpaidImport',
  label: '历史欠费',
  base: '/fee/unpaidImport',
  id: 'importId',
  fields: {
    memberNo: withMeta(optionalText('会员编号', 12), { alsoCalled: ['会员号', '编号'] }),
    stockCode: withMeta(optionalText('证券代码', 6), { alsoCalled: ['股票代码', '代码'] }),
    companyName: withMeta(text('公司全称', 100, 2), { alsoCalled: ['公司名称', '单位名称', '会员名称', '公司'] }),
    creditCode: withMeta(optionalText('统一社会信用代码', 18), { alsoCalled: ['信用代码', '税号'] }),
    importYear: withMeta(duesYear('年度'), { alsoCalled: ['年份', '欠费年度', '会费年度'] }),
    importAmount: withMeta(yuanFen('欠缴金额（元）', 1), { alsoCalled: ['欠费金额', '欠费', '应缴金额', '金额'] }),
    remark: optionalText('备注', 200),
  },
  more: {
    memberName: withMeta(z.string(), { label: '会员名称' }),
    billNo: withMeta(z.string(), { label: '账单编号' }),
    billStatus: withMeta(billStatus.schema.describe('账单状态'), { label: '账单状态', options: billStatus.labels }),
    /** What is still owed of it today. */
    unpaidAmount: withMeta(z.number().int(), { label: '现欠缴（元）', show: 'yuan' }),
    operator: withMeta(z.string(), { label: '经办人' }),
    createTime: withMeta(z.string(), { label: '导入时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('会员编号、名称或代码', 50),
    importYear: withMeta(z.coerce.number().int().min(2000).max(2100), { label: '年度' }).optional(),
    memberId: ref('会员', 'member').optional(),
  },
  view: 'member/UnpaidImport',
  facts: ['memberNo', 'importYear', 'importAmount', 'unpaidAmount'],
  sortable: ['importYear', 'importAmount', 'createTime'],
  access: { read: fee('unpaid:read'), insert: fee('unpaid:import'), export: fee('unpaid:read'), import: fee('unpaid:import') },
  appendOnly: true,
})
