import { z } from 'zod'
import { agrees, needed } from '../core/field-rules'
import { date, int, optionalText, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { member } from './permits'

const permit = 'member:term:update'
export const boardTermStatus = statusMachine('届次状态', { preparing: ['筹备', 'amber'], inOffice: ['在届', 'green'], ended: ['已届满', 'grey'] }, [
  { from: ['preparing'], to: 'inOffice', verb: 'begin', label: '到任', permit },
  { from: ['inOffice'], to: 'ended', verb: 'end', label: '届满', permit, danger: true, reason: 'optional', reasonLabel: '说明' },
])

/** What was carried over from texts has neither number nor days; who writes it anew gives them. */
const isGiven = (sentence: string) => (values: Record<string, unknown>, value: unknown) => (value === null || value === undefined || value === '' ? sentence : null)
const day = (label: string, name: string) => needed(withMeta(date(label).nullish(), { label, show: 'date' }), (values) => isGiven(`请选择${label}`)(values, values[name]))

/** A term of office of the council. Members stand under one; whatever else belongs to a term refers to it. */
export const boardTerm = resource({
  name: 'boardTerm',
  label: '理事会届次',
  base: '/member/boardTerm',
  id: 'termId',
  fields: {
    termNo: needed(withMeta(int('届数', 1, 99).nullish(), { label: '届数', show: 'count' }), (values) => isGiven('请填写届数')(values, values['termNo'])),
    termName: withMeta(text('届次名称', 30, 2), { alsoCalled: ['届次', '届别'] }),
    termStart: day('任期开始', 'termStart'),
    termEnd: agrees(day('任期结束', 'termEnd'), (value, { termStart }) => (typeof termStart === 'string' && String(value) <= termStart ? '任期结束须晚于任期开始' : null)),
    remark: optionalText('备注', 200),
  },
  more: {
    memberCount: withMeta(z.number().int(), { label: '会员数', show: 'count' }),
    /** Whole days to the end of its time while it is in office; below 0 where that has passed. */
    daysLeft: withMeta(z.number().int().nullable(), { label: '距届满（天）' }),
  },
  filters: { keyword: optionalText('届次名称', 30), boardTermStatus: boardTermStatus.schema.optional() },
  view: 'member/BoardTermList',
  facts: ['termNo', 'termStart', 'termEnd', 'daysLeft', 'memberCount'],
  sortable: ['termNo', 'termStart'],
  access: { read: member('term:read'), insert: member('term:update'), update: member('term:update'), remove: member('term:update'), export: member('term:read') },
  status: { field: 'boardTermStatus', machine: boardTermStatus },
})
