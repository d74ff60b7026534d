import { z } from 'zod'
import { body, call, done, pageOf, pageQuery } from '../core/call'
import { today } from '../core/day'
import { choice, choiceField, date, id, optionalText, ref, text, version, withMeta } from '../core/fields'
import { batchAnswer, batchRequest } from '../core/batch'
import { address } from '../core/kinds'
import { statusMachine } from '../core/status-machine'
import { auditEntry } from '../platform/work'
import { boardOfStockCode, email, isCreditCode, orEmpty, phone } from '../rules/identifiers'
import { CODE_OF_SCHEME } from './industry-code'
import { jurisdiction } from './jurisdiction'
import { deptLookup } from '../rbac/lookups'
import { member } from './permits'
import { totalShares } from './total-shares'

export { jurisdiction, JURISDICTIONS } from './jurisdiction'

export const companyType = choice('公司类型', {
  listed: '境内上市公司',
  overseas: '境外上市公司',
  preListed: '拟上市公司',
  intermediary: '中介机构',
  localAssociation: '地方协会',
  other: '其他',
})
export const exchange = choice('上市交易所', { sse: '上交所', szse: '深交所', bse: '北交所', overseas: '境外' })
export const board = choice('板块', {
  shMain: '沪主板',
  star: '科创板',
  szMain: '深主板',
  chiNext: '创业板',
  bse: '北交所',
  unlisted: '未上市',
})
export const controllerType = choice('实际控制人性质', {
  central: '央企',
  local: '地方国企',
  private: '民企',
  foreign: '外资',
  none: '无实控人',
  other: '其他',
})

const change = 'member:company:update'
/** Listing status; transitions of the trade (domain A1). */
export const listStatus = statusMachine(
  '上市状态',
  {
    unlisted: ['未上市', 'grey'],
    normal: ['正常上市', 'green'],
    warned: ['风险警示', 'amber'],
    suspended: ['停牌', 'violet'],
    delisting: ['退市整理', 'red'],
    delisted: ['已退市', 'grey'],
  },
  [
    { from: ['unlisted', 'warned', 'suspended'], to: 'normal', verb: 'markNormal', label: '正常上市', permit: change, reason: 'optional' },
    { from: ['normal', 'suspended'], to: 'warned', verb: 'markWarned', label: '风险警示', permit: change, reason: 'required' },
    { from: ['normal'], to: 'suspended', verb: 'suspend', label: '停牌', permit: change, reason: 'required' },
    { from: ['normal', 'warned', 'suspended'], to: 'delisting', verb: 'startDelisting', label: '退市整理', permit: change, reason: 'required', danger: true },
    { from: ['normal', 'warned', 'delisting'], to: 'delisted', verb: 'delist', label: '退市', permit: change, reason: 'required', danger: true },
    { from: ['delisted'], to: 'unlisted', verb: 'markUnlisted', label: '转为未上市', permit: change, reason: 'required' },
  ],
)

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

const companyFields = {
  companyName: text('公司全称', 100, 4),
  shortName: text('公司简称', 32),
  companyType: choiceField(companyType),
  stockCode: orEmpty(stockCode),
  stockCodeB: orEmpty(stockCodeB),
  exchange: choiceField(exchange).nullish(),
  board: choiceField(board).nullish(),
  creditCode,
  listDate: orEmpty(date('上市日期')),
  totalShares: orEmpty(totalShares),
  jurisdiction: choiceField(jurisdiction),
  csrcIndustry: orEmpty(industryCode('capco', CSRC_INDUSTRY)),
  swIndustry: orEmpty(industryCode('sw2021', SW_INDUSTRY)),
  legalRep: optionalText('法定代表人', 32),
  regAddress: address('注册地址', 200),
  officeAddress: address('办公地址', 200),
  companyPhone: orEmpty(phone('公司电话')),
  companyEmail: orEmpty(email('公司邮箱')),
  controllerType: choiceField(controllerType).nullish(),
  deptId: ref('经办部门', deptLookup).nullish(),
  remark: optionalText('备注', 500),
}

// What a listed company must have; browser and server check it with the same function.
function checkCompany(
  v: { companyType?: unknown; stockCode?: unknown; board?: unknown; listDate?: unknown },
  context: z.core.$RefinementCtx,
): void {
  const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (v.companyType === 'listed') {
    if (!v.stockCode) issue('stockCode', '境内上市公司须填证券代码')
    if (!v.listDate) issue('listDate', '境内上市公司须填上市日期')
    if (!v.board) issue('board', '境内上市公司须选板块')
    if (typeof v.stockCode === 'string' && v.stockCode && v.board && boardOfStockCode(v.stockCode) !== v.board) {
      issue('stockCode', '证券代码须为 6 位且与板块一致')
    }
  }
  if (typeof v.listDate === 'string' && v.listDate > today()) issue('listDate', '上市日期不能晚于今天')
}

export const companyRow = z.object({
  companyId: id(),
  stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
  shortName: withMeta(z.string(), { label: '公司简称' }),
  companyName: withMeta(z.string(), { label: '公司全称' }),
  companyType: choiceField(companyType),
  board: choiceField(board).nullable(),
  /** Unknown for companies that came from an exchange's list and were not completed yet. */
  jurisdiction: choiceField(jurisdiction).nullable(),
  csrcIndustry: withMeta(z.string().nullable(), { label: CSRC_INDUSTRY }),
  csrcIndustryName: withMeta(z.string().nullable(), { label: '行业名称（中上协）' }),
  swIndustry: withMeta(z.string().nullable(), { label: SW_INDUSTRY }),
  swIndustryName: withMeta(z.string().nullable(), { label: '申万行业名称' }),
  listDate: withMeta(z.string().nullable(), { label: '上市日期', show: 'date' }),
  totalShares: withMeta(z.string().nullable(), { label: '总股本（万股）', decimal: true }),
  listStatus: withMeta(listStatus.schema, { label: '上市状态' }),
  updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  version: version(),
  abilities: z.array(z.string()),
})

export const companyDetail = companyRow.extend({
  exchange: choiceField(exchange).nullable(),
  stockCodeB: withMeta(z.string().nullable(), { label: 'B股代码' }),
  oldStockCode: withMeta(z.string().nullable(), { label: '曾用证券代码' }),
  /** A line each, newest first. */
  formerNames: withMeta(z.string().nullable(), { label: '曾用名称' }),
  creditCode: withMeta(z.string().nullable(), { label: '统一社会信用代码' }),
  legalRep: withMeta(z.string().nullable(), { label: '法定代表人' }),
  regAddress: withMeta(z.string().nullable(), { label: '注册地址' }),
  officeAddress: withMeta(z.string().nullable(), { label: '办公地址' }),
  companyPhone: withMeta(z.string().nullable(), { label: '公司电话' }),
  companyEmail: withMeta(z.string().nullable(), { label: '公司邮箱' }),
  controllerType: choiceField(controllerType).nullable(),
  deptId: id().nullable(),
  deptName: withMeta(z.string().nullable(), { label: '经办部门' }),
  remark: withMeta(z.string().nullable(), { label: '备注' }),
  createTime: withMeta(z.string(), { label: '创建时间', show: 'instant' }),
})

/** Posts that a listed company has to fill (domain A5). */
export const vacantPost = choice('岗位空缺', { secretary: '董事会秘书空缺超过 3 个月', affairs: '无证券事务代表' })

/** Codes that one search may name. */
export const MAX_STOCK_CODES = 100

export const companyFilters = {
  keyword: optionalText('代码、名称或拼音首字母', 50),
  /** Companies that have any of the codes, as B shares too, or had it before. */
  stockCodes: withMeta(z.array(stockCode).max(MAX_STOCK_CODES, `证券代码一次最多 ${MAX_STOCK_CODES} 个`), { label: '证券代码' }).optional(),
  companyType: companyType.schema.optional(),
  board: board.schema.optional(),
  jurisdiction: jurisdiction.schema.optional(),
  listStatus: listStatus.schema.optional(),
  /** Listed companies alone. */
  vacancy: choiceField(vacantPost).optional(),
  /** Companies of the industry and of all below it: C finds C39, 270000 finds 270104. */
  csrcIndustry: industryCode('capco', CSRC_INDUSTRY).optional(),
  swIndustry: industryCode('sw2021', SW_INDUSTRY).optional(),
  listDateFrom: date('上市日期起').optional(),
  listDateTo: date('上市日期止').optional(),
}

const companySort = ['stockCode', 'shortName', 'listDate', 'updateTime'] as const

export const selectCompanyByPage = call({
  path: '/member/company/selectCompanyByPage',
  title: '查询公司',
  access: member('company:read'),
  request: pageQuery(companyFilters, companySort),
  response: pageOf(companyRow),
})

export const selectCompany = call({
  path: '/member/company/selectCompany',
  title: '查看公司',
  access: member('company:read'),
  request: body({ companyId: ref('公司', 'company') }),
  response: companyDetail,
})

/** What happened to the company: changes and status steps, newest first. */
export const selectCompanyTimeline = call({
  path: '/member/company/selectCompanyTimeline',
  title: '查看公司动态',
  access: member('company:read'),
  request: body({ companyId: ref('公司', 'company') }),
  response: z.array(auditEntry),
})

// Checked also while single fields are wrong, so that a person sees all faults at once. Values may then be of any kind.
const EVERY_TIME = { when: () => true }

export const companyForm = body(companyFields).superRefine(checkCompany, EVERY_TIME)

export const insertCompany = call({
  path: '/member/company/insertCompany',
  title: '新增公司',
  access: member('company:insert'),
  write: true,
  request: companyForm,
  response: z.object({ companyId: id() }),
})

export const updateCompany = call({
  path: '/member/company/updateCompany',
  title: '修改公司',
  access: member('company:update'),
  write: true,
  request: body({ companyId: ref('公司', 'company'), version: version(), ...companyFields }).superRefine(checkCompany, EVERY_TIME),
  response: z.object({ version: version() }),
})

export const changeCompanyStatus = call({
  path: '/member/company/changeCompanyStatus',
  title: '变更上市状态',
  access: member('company:update'),
  write: true,
  request: body({
    companyId: ref('公司', 'company'),
    version: version(),
    verb: z.enum(listStatus.transitions.map((t) => t.verb) as [string, ...string[]]),
    reason: optionalText('原因', 200),
  }),
  response: z.object({ listStatus: listStatus.schema, version: version() }),
})

/** Marks a company deleted; its code and credit code become free again. */
export const deleteCompany = call({
  path: '/member/company/deleteCompany',
  title: '删除公司',
  access: member('company:delete'),
  write: true,
  request: body({ companyId: ref('公司', 'company'), version: version() }),
  response: done,
})

/** A step of the listing status, or `delete`, on many companies. */
export const batchCompany = call({
  path: '/member/company/batchCompany',
  title: '批量处理公司',
  access: member('company:read'),
  write: true,
  request: batchRequest,
  response: batchAnswer,
})

/**
 * Exports what the filter matches. Up to 5,000 rows the answer is the file; above, it is F00006 with
 * `data.workId`, and the file comes from downloadWorkFile.
 */
export const exportCompany = call({
  path: '/member/company/exportCompany',
  title: '导出公司',
  access: member('company:export'),
  blob: true,
  request: body({
    ...companyFilters,
    sort: z.strictObject({ field: z.enum(companySort), order: z.enum(['asc', 'desc']) }).optional(),
    columns: z.array(z.enum(Object.keys(companyRow.shape).filter((k) => k !== 'abilities' && k !== 'version') as [string, ...string[]])).min(1).max(30).optional(),
    companyIds: z.array(ref('公司', 'company')).max(5000).optional(),
  }),
  response: z.unknown(),
})
