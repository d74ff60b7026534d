import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, date, optionalText, ref, text, version, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { isCreditCode, orEmpty } from '../rules/identifiers'
import { companyLookup, contactLookup } from './lookups'
import { member } from './permits'

export const changeKind = choice('沿革类型', { rename: '更名', merge: '合并', split: '分立' })

const reshape = 'member:company:reshape'
export const reshapeStatus = statusMachine('状态', { done: ['已办理', 'green'], undone: ['已撤销', 'grey'] }, [
  { from: ['done'], to: 'undone', verb: 'undo', label: '撤销', permit: reshape, reason: 'optional', danger: true },
])

/**
 * What became of a company: a new name or code, its end in another company, a new company that came out of it. People, memberships
 * with their bills, reports and the rest go along; old names and codes stay findable. It can be undone until what it wrote has been
 * changed by something else.
 */
export const companyChange = resource({
  name: 'companyChange',
  label: '公司沿革',
  base: '/member/companyChange',
  id: 'changeId',
  fields: {},
  more: {
    companyId: ref('公司', 'company'),
    changeKind: choiceField(changeKind),
    companyName: withMeta(z.string(), { label: '公司' }),
    otherName: withMeta(z.string().nullable(), { label: '对方公司' }),
    /** What was changed and moved, in words. */
    summary: withMeta(z.string(), { label: '内容' }),
    effectiveDate: withMeta(z.string(), { label: '生效日期', show: 'date' }),
    operator: withMeta(z.string(), { label: '经办人' }),
    createTime: withMeta(z.string(), { label: '办理时间', show: 'instant' }),
  },
  filters: { companyId: ref('公司', 'company').optional(), changeKind: changeKind.schema.optional() },
  facts: ['changeKind', 'otherName', 'effectiveDate', 'operator'],
  sortable: ['createTime'],
  access: { read: member('company:read') },
  status: { field: 'reshapeStatus', machine: reshapeStatus },
})

const code = (label: string) => orEmpty(withMeta(z.string().trim().regex(/^\d{6}$/, `${label}须为 6 位数字`), { label }))
const creditCode = withMeta(z.string().trim().toUpperCase().refine(isCreditCode, '统一社会信用代码不正确'), { label: '统一社会信用代码' })
const answer = z.object({ changeId: z.string(), companyId: z.string(), version: z.number().int() })
const because = { effectiveDate: date('生效日期'), reason: text('依据', 200, 2) }

/** New name, short name or stock code; fields left out stay. The old name and code stay findable. */
export const renameCompany = call({
  path: '/member/companyChange/renameCompany',
  title: '公司更名',
  access: member('company:reshape'),
  write: true,
  request: body({ companyId: ref('公司', 'company'), version: version(), companyName: text('公司全称', 100, 4), shortName: text('公司简称', 32), stockCode: code('证券代码'), ...because }),
  response: answer,
})

const moved = z.object({ label: z.string(), count: z.number().int() })
/** What a merger would move, and what stands in its way, in words. */
export const previewMerge = call({
  path: '/member/companyChange/previewMerge',
  title: '预览公司合并',
  access: member('company:reshape'),
  request: body({ companyId: ref('被合并公司', 'company'), intoId: ref('存续公司', 'company') }),
  response: z.object({ moved: z.array(moved), obstacles: z.array(z.string()) }),
})

/** The company ends in another one: people, membership, bills and documents go over to it. */
export const mergeCompanies = call({
  path: '/member/companyChange/mergeCompanies',
  title: '公司合并',
  access: member('company:reshape'),
  write: true,
  request: body({ companyId: ref('被合并公司', 'company'), version: version(), intoId: ref('存续公司', companyLookup), ...because }),
  response: answer,
})

const movingPeople = withMeta(z.array(ref('联系人', contactLookup)).max(200), { label: '随迁联系人' })
/** What goes over to the new company, what stays with the old one, and what stands in the way, in words. */
export const previewSplit = call({
  path: '/member/companyChange/previewSplit',
  title: '预览公司分立',
  access: member('company:reshape'),
  request: body({ companyId: ref('原公司', 'company'), contactIds: movingPeople }),
  response: z.object({ moved: z.array(moved), kept: z.array(moved), obstacles: z.array(z.string()) }),
})

/** A new company out of one: the people that are named go over to it. */
export const splitCompany = call({
  path: '/member/companyChange/splitCompany',
  title: '公司分立',
  access: member('company:reshape'),
  write: true,
  request: body({
    companyId: ref('原公司', 'company'),
    version: version(),
    companyName: text('新公司全称', 100, 4),
    shortName: text('新公司简称', 32),
    creditCode,
    contactIds: movingPeople,
    remark: optionalText('备注', 200),
    ...because,
  }),
  response: answer,
})
