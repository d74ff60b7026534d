import { z } from 'zod'
import { onlyWhen } from '../core/conditions'
import { agrees } from '../core/field-rules'
import { today } from '../core/day'
import { choice, choiceField, date, optionalText, ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { companyLookup } from '../member/lookups'
import { caseKind } from './case-kinds'
import { directorBaseLookup } from './lookups'
import { evaluation as permit } from './permits'

export const caseSubject = choice('对象', { person: '个人', company: '公司' })

/** An investigation, penalty or censure of a person or company, as evaluations count it. */
export const integrityCase = resource({
  name: 'integrityCase',
  label: '诚信情形',
  base: '/expert/integrityCase',
  id: 'caseId',
  fields: {
    caseSubject: choiceField(caseSubject),
    companyId: onlyWhen(withMeta(ref('公司', companyLookup).nullish(), { label: '涉及公司', alsoCalled: ['公司名称', '证券代码'] }), 'caseSubject', ['company'], true),
    personId: onlyWhen(withMeta(ref('人员', directorBaseLookup).nullish(), { label: '涉及人员', alsoCalled: ['姓名'] }), 'caseSubject', ['person'], true),
    caseKind: choiceField(caseKind),
    caseDate: agrees(date('日期'), (day) => (String(day) > today() ? '日期不能晚于今天' : null)),
    source: withMeta(text('来源', 100), { alsoCalled: ['作出机关'] }),
    docNo: optionalText('文号', 50),
    note: optionalText('说明', 500),
  },
  more: {
    name: withMeta(z.string().nullable(), { label: '姓名' }),
    companyName: withMeta(z.string().nullable(), { label: '公司简称' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名、拼音首字母、公司名称或代码', 50),
    caseKind: withMeta(z.array(caseKind.schema), { label: '情形' }).optional(),
    personId: ref('人员', directorBaseLookup).optional(),
    companyId: ref('公司', companyLookup).optional(),
    dateFrom: date('日期起').optional(),
    dateTo: date('日期止').optional(),
  },
  facts: ['caseSubject', 'name', 'companyName', 'caseDate', 'source'],
  sortable: ['caseDate', 'updateTime'],
  access: { read: permit('case:read'), insert: permit('case:update'), update: permit('case:update'), remove: permit('case:update'), export: permit('case:read'), import: permit('case:update') },
})
