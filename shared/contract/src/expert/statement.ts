import { z } from 'zod'
import { body, call } from '../core/call'
import { id, instant, optionalText, ref, withMeta, year } from '../core/fields'
import { resource } from '../core/resource'
import { answerStatus } from '../form/answer'
import { expert as permit } from './permits'

// What experts state of themselves each year: data, fields, availability and ties. It is filled in by the form engine; what is approved is written to the pool.

/** Key of the form that experts fill in. */
export const STATEMENT_FORM = 'expertStatement'

/** Codes of the questions that are written to the pool; whoever changes the form keeps them. */
export const STATEMENT_CODES = { unit: 'unit', titleName: 'title_name', email: 'email', fields: 'fields', availability: 'availability', workCapacity: 'work_capacity', ties: 'ties', tieCompany: 'tie_company', tieRelation: 'tie_relation', tieUntil: 'tie_until' } as const

/** The statement of an expert for a year. */
export const expertStatement = resource({
  name: 'expertStatement',
  label: '专家年度申报',
  fileTitle: '专家年度申报',
  view: 'expert/ExpertManagementForm',
  base: '/expert/statement',
  id: 'statementId',
  fields: {},
  more: {
    expertId: ref('专家', 'expert'),
    statementYear: withMeta(z.number().int(), { label: '年度' }),
    expertNo: withMeta(z.string(), { label: '专家编号' }),
    name: withMeta(z.string(), { label: '姓名' }),
    unit: withMeta(z.string(), { label: '工作单位' }),
    answerStatus: withMeta(answerStatus.schema, { label: '申报状态' }),
    endTime: withMeta(z.string(), { label: '截止时间', show: 'instant' }),
    submitTime: withMeta(z.string().nullable(), { label: '提交时间', show: 'instant' }),
    appliedTime: withMeta(z.string().nullable(), { label: '写入专家库时间', show: 'instant' }),
    answerId: withMeta(id(), { label: '填报编号' }),
  },
  filters: {
    keyword: optionalText('编号、姓名、拼音首字母或单位', 50),
    statementYear: year('年度').optional(),
    expertId: ref('专家', 'expert').optional(),
    answerStatus: withMeta(z.array(answerStatus.schema), { label: '申报状态' }).optional(),
  },
  facts: ['expertNo', 'unit', 'statementYear', 'submitTime', 'appliedTime'],
  sortable: ['statementYear'],
  appendOnly: true,
  access: { read: permit('pool:read'), export: permit('pool:read') },
})

/** Experts who would be asked for a year, and those whom no account stands for. */
export const previewExpertStatements = call({
  path: '/expert/statement/previewExpertStatements',
  title: '预览专家年度申报',
  access: permit('pool:update'),
  request: body({ statementYear: year('年度') }),
  response: z.object({
    experts: withMeta(z.number().int(), { label: '将发起' }),
    stated: withMeta(z.number().int(), { label: '已发起' }),
    without: withMeta(z.number().int(), { label: '没有账号' }),
    /** The first of those without an account. */
    names: z.array(z.string()),
  }),
})

/** Sends the form to the experts in office of whom no statement of the year is asked yet. */
export const startExpertStatements = call({
  path: '/expert/statement/startExpertStatements',
  title: '发起专家年度申报',
  access: permit('pool:update'),
  write: true,
  request: body({ statementYear: year('年度'), endTime: instant('截止时间') }),
  response: z.object({ experts: z.number().int(), roundId: id() }),
})

/** What a statement that was handed in would change in the pool. */
export const selectStatementChanges = call({
  path: '/expert/statement/selectStatementChanges',
  title: '比较申报与专家库',
  access: permit('pool:read'),
  request: body({ statementId: ref('专家年度申报', 'expertStatement') }),
  response: z.object({
    changes: z.array(z.object({ label: z.string(), now: z.string(), stated: z.string(), changed: z.boolean() })),
    /** Why it could not be written to the pool; null when it could. */
    problem: z.string().nullable(),
  }),
})
