import { z } from 'zod'
import { body, call } from '../core/call'
import { today } from '../core/day'
import { agrees, needed } from '../core/field-rules'
import { choice, choiceField, date, optionalText, ref, text, withMeta } from '../core/fields'
import { address } from '../core/kinds'
import { resource } from '../core/resource'
import { auditEntry } from '../platform/work'
import { boardOfStockCode, email, isCreditCode, orEmpty, phone } from '../rules/identifiers'
import { CODE_OF_SCHEME } from './industry-code'
import { board, companyType, controllerType, exchange, listStatus } from './company-kinds'
import { nameState } from './company-name'
import { jurisdiction } from './jurisdiction'
import { deptLookup } from '../rbac/lookups'
import { member } from './permits'
import { totalShares } from './total-shares'

export { nameState } from './company-name'
export { jurisdiction, JURISDICTIONS } from './jurisdiction'

export { board, companyType, controllerType, exchange, listStatus } from './company-kinds'

const stockCode = withMeta(z.string().trim().regex(/^\d{6}$/, '证券代码须为 6 位数字'), { label: '证券代码' })
/** Of shares in foreign currency: 900xxx in Shanghai, 200xxx in Shenzhen. */
const stockCodeB = withMeta(z.string().trim().regex(/^(900|200)\d{3}$/, 'B股代码须为 900 或 200 开头的 6 位数字'), { label: 'B股代码' })
const creditCode = withMeta(z.string().trim().toUpperCase().refine(isCreditCode, '统一社会信用代码不正确'), {
  label: '统一社会信用代码',
})

/** A code of a classification; whether the dictionary has it is the server's to check. */
const industryCode = (scheme: keyof typeof CODE_OF_SCHEME, label: string) => withMeta(z.string().trim().regex(CODE_OF_SCHEME[scheme].pattern, CODE_OF_SCHEME[scheme].message), { label })
const CSRC_INDUSTRY = '所属行业（中上协）'
const SW_INDUSTRY = '申万行业'

/** What only a listed company must have. */
const ofListed = (message: string) => (v: Record<string, unknown>) => (v['companyType'] === 'listed' ? message : null)

const companyFields = {
  companyName: text('公司全称', 100, 4),
  shortName: text('公司简称', 32),
  companyType: choiceField(companyType),
  stockCode: agrees(needed(orEmpty(stockCode), ofListed('境内上市公司须填证券代码')), (code, v) =>
    v['companyType'] === 'listed' && typeof code === 'string' && v['board'] && boardOfStockCode(code) !== v['board'] ? '证券代码须为 6 位且与板块一致' : null,
  ),
  board: needed(choiceField(board).nullish(), ofListed('境内上市公司须选板块')),
  exchange: choiceField(exchange).nullish(),
  stockCodeB: orEmpty(stockCodeB),
  listDate: agrees(needed(orEmpty(date('上市日期')), ofListed('境内上市公司须填上市日期')), (day) => (String(day) > today() ? '上市日期不能晚于今天' : null)),
  creditCode,
  jurisdiction: choiceField(jurisdiction),
  totalShares: orEmpty(totalShares),
  csrcIndustry: orEmpty(industryCode('capco', CSRC_INDUSTRY)),
  swIndustry: orEmpty(industryCode('sw2021', SW_INDUSTRY)),
  controllerType: choiceField(controllerType).nullish(),
  legalRep: optionalText('法定代表人', 32),
  companyPhone: orEmpty(phone('公司电话')),
  companyEmail: orEmpty(email('公司邮箱')),
  regAddress: address('注册地址', 200),
  officeAddress: address('办公地址', 200),
  deptId: ref('经办部门', deptLookup).nullish(),
  remark: optionalText('备注', 500),
}

/** Fields of a row beside those of the form, and those that a register from elsewhere may leave empty. */
const further = {
  nameState: choiceField(nameState),
  /** Unknown for companies that came from an exchange's list and were not completed yet. */
  creditCode: withMeta(z.string().nullable(), { label: '统一社会信用代码' }),
  jurisdiction: choiceField(jurisdiction).nullable(),
  csrcIndustryName: withMeta(z.string().nullable(), { label: '行业名称（中上协）' }),
  swIndustryName: withMeta(z.string().nullable(), { label: '申万行业名称' }),
  oldStockCode: withMeta(z.string().nullable(), { label: '曾用证券代码' }),
  /** A line each, newest first. */
  formerNames: withMeta(z.string().nullable(), { label: '曾用名称' }),
  deptName: withMeta(z.string().nullable(), { label: '经办部门' }),
  createTime: withMeta(z.string(), { label: '创建时间', show: 'instant' }),
  updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
}

/** Posts that a listed company has to fill (domain A5). */
export const vacantPost = choice('岗位空缺', { secretary: '董事会秘书空缺超过 3 个月', affairs: '无证券事务代表' })

/** Codes that one search may name. */
export const MAX_STOCK_CODES = 100

export const companyFilters = {
  keyword: optionalText('代码、名称、拼音首字母或人名', 50),
  /** Companies that have any of the codes, as B shares too, or had it before. */
  stockCodes: withMeta(z.array(stockCode).max(MAX_STOCK_CODES, `证券代码一次最多 ${MAX_STOCK_CODES} 个`), { label: '证券代码' }).optional(),
  companyType: companyType.schema.optional(),
  board: board.schema.optional(),
  jurisdiction: jurisdiction.schema.optional(),
  listStatus: listStatus.schema.optional(),
  nameState: nameState.schema.optional(),
  /** Listed companies alone. */
  vacancy: choiceField(vacantPost).optional(),
  /** Companies of the industry and of all below it: C finds C39, 270000 finds 270104. */
  csrcIndustry: industryCode('capco', CSRC_INDUSTRY).optional(),
  swIndustry: industryCode('sw2021', SW_INDUSTRY).optional(),
  listDateFrom: date('上市日期起').optional(),
  listDateTo: date('上市日期止').optional(),
}

/** The register of companies: what it writes down, who may do what, and where a company's page stands. */
export const companyResource = resource({
  name: 'company',
  label: '公司',
  base: '/member/company',
  id: 'companyId',
  fields: companyFields,
  more: further,
  filters: companyFilters,
  view: 'member/CompanyList',
  facts: ['companyName', 'stockCode', 'companyType', 'board', 'jurisdiction'],
  groups: {
    上市信息: ['nameState', 'formerNames', 'stockCodeB', 'oldStockCode', 'exchange', 'listDate', 'totalShares'],
    登记信息: ['creditCode', 'csrcIndustry', 'csrcIndustryName', 'swIndustry', 'swIndustryName', 'controllerType', 'regAddress'],
    联系与经办: ['legalRep', 'companyPhone', 'companyEmail', 'deptName', 'officeAddress'],
  },
  sortable: ['stockCode', 'shortName', 'listDate', 'updateTime'],
  access: { read: member('company:read'), insert: member('company:insert'), update: member('company:update'), remove: member('company:delete'), export: member('company:export') },
  status: { field: 'listStatus', machine: listStatus },
})

/** What happened to the company: changes and status steps, newest first. */
export const selectCompanyTimeline = call({
  path: '/member/company/selectCompanyTimeline',
  title: '查看公司动态',
  access: member('company:read'),
  request: body({ companyId: ref('公司', 'company') }),
  response: z.array(auditEntry),
})
