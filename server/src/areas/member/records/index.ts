import type { FieldsOf } from '@assoc/contract'
import { dataItem as dataItemContract, selectPaperItems } from '@assoc/contract/member/data-item'
import { CODE_OF_SCHEME, industry as industryContract, indicator as indicatorContract, selectIndicatorsInUse, selectIndustries } from '@assoc/contract/member/industry'
import { parentOfIndustry } from '@assoc/contract/member/industry-code'
import { contactQrCode as qrContract } from '@assoc/contract/member/qr-code'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { Action } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import type { ServerModule } from '../../../platform/module'
import { indicatorsInUse } from './figures'
import { paperItems } from './documents'
import * as repository from './repository'
import { dataItemSeed, industrySeed, recordsDemo, recordsSeed } from './seed'
import './tables'

export const dataItem = mountResource(dataItemContract, {
  table: 'data_item',
  keyword: { columns: ['item_name'], grams: true },
  order: { field: 'sortNo', direction: 'asc' },
  constraints: { data_item_unique: () => refuse.field('itemName', '该业务已有同名资料项') },
})

type Industry = FieldsOf<typeof industryContract>

/** A code has the form of its scheme, and its parent is there; one that is left out follows from the code. */
async function validateIndustry({ db }: Action, fields: Industry): Promise<void> {
  const { pattern, message } = CODE_OF_SCHEME[fields.scheme]
  if (!pattern.test(fields.industryCode)) throw refuse.field('industryCode', message)
  // Codes say where they belong; what is counted and found by them must agree with the parents.
  const parent = parentOfIndustry(fields.industryCode)
  const given = fields.parentCode ?? null
  const shenwan = fields.scheme === 'sw2021'
  if (given && given !== parent) throw refuse.field('parentCode', parent ? `${shenwan ? '该行业的上级须为' : '大类的上级须为其门类'} ${parent}` : `${shenwan ? '一级行业' : '门类'}没有上级`)
  fields.parentCode = parent
  if (!parent) return
  if (!(await repository.hasIndustry(db, fields.scheme, parent))) throw refuse.field('parentCode', `该分类体系中没有代码 ${parent}`)
}

export const industry = mountResource(industryContract, {
  table: 'industry',
  computed: { companyCount: repository.companyCount },
  keyword: { columns: ['industry_code', 'industry_name'], grams: true },
  // A code comes right after the one above it: C before C39, 270000 before 270100.
  importOrder: (fields) => fields.industryCode,
  order: { field: 'industryCode', direction: 'asc' },
  constraints: {
    industry_code_unique: () => refuse.field('industryCode', '该分类体系中已有此代码'),
    // Of a company, whichever way it is written.
    company_industry_known: () => refuse.field('csrcIndustry', '行业字典中没有这个代码'),
    company_sw_industry_known: () => refuse.field('swIndustry', '申万行业字典中没有这个代码'),
  },
  nameOf: (row) => `${row.industryCode} ${row.industryName}`,
  before: {
    insert: validateIndustry,
    update: async (action, row, fields) => {
      const all = { ...row, ...fields }
      await validateIndustry(action, all)
      fields.parentCode = all.parentCode
      const moved = row.industryCode !== fields.industryCode || row.scheme !== fields.scheme
      if (moved && (await repository.hasClasses(action.db, row.scheme, row.industryCode))) throw refuse.field('industryCode', '该行业之下还有行业，代码不能修改')
      if (moved && row.companyCount > 0) throw refuse.field('industryCode', '已有公司属于该行业，代码不能修改')
    },
    remove: async ({ db }, row) => {
      if (await repository.hasClasses(db, row.scheme, row.industryCode)) throw refuse.inUse('该行业之下还有行业，不能删除')
      if (row.companyCount > 0) throw refuse.inUse('已有公司属于该行业，不能删除')
    },
  },
})

async function validateIndicator({ db }: Action, { indicatorCode: code }: Pick<FieldsOf<typeof indicatorContract>, 'indicatorCode'>): Promise<void> {
  if (code.length > 4 && !(await repository.hasIndicator(db, code.slice(0, -2)))) throw refuse.field('indicatorCode', `没有上级指标 ${code.slice(0, -2)}，请先新增上级`)
}

export const indicator = mountResource(indicatorContract, {
  table: 'indicator',
  computed: { siblingWeight: repository.siblingWeight, weight: repository.weightText },
  keyword: { columns: ['indicator_code', 'indicator_name'], grams: true },
  order: { field: 'indicatorCode', direction: 'asc' },
  constraints: { indicator_code_unique: () => refuse.field('indicatorCode', '该指标代码已被使用') },
  nameOf: (row) => row.indicatorName,
  before: {
    insert: validateIndicator,
    update: async (action, row, fields) => {
      await validateIndicator(action, { ...row, ...fields })
      const code = row.indicatorCode
      if (code !== fields.indicatorCode && (await repository.hasIndicatorsBelow(action.db, code))) throw refuse.field('indicatorCode', '该指标之下还有指标，代码不能修改')
    },
    remove: async ({ db }, row) => {
      if (await repository.hasIndicatorsBelow(db, row.indicatorCode)) throw refuse.inUse('该指标之下还有指标，不能删除')
    },
  },
})

export const qrCode = mountResource(qrContract, {
  table: 'contact_qr_code',
  keyword: { columns: ['qr_title'], grams: true },
  order: { field: 'qrTitle', direction: 'asc' },
  constraints: { contact_qr_code_in_use: () => refuse.inUse('该场景已有启用的二维码，请先停用它') },
})

const paperItemsOf = handle(selectPaperItems, ({ db, input }) => paperItems(db, input.bizType) as never)
const industryOptions = handle(selectIndustries, ({ db, input }) => repository.industriesOf(db, input.scheme))

export const records: ServerModule = { bindings: [...[dataItem, industry, indicator, qrCode].flatMap((m) => m.bindings), paperItemsOf, industryOptions, handle(selectIndicatorsInUse, ({ db }) => indicatorsInUse(db))], seeds: [recordsSeed, industrySeed, dataItemSeed, recordsDemo] }
