import { dataItem as dataItemContract } from '@assoc/contract/member/data-item'
import { CODE_OF_SCHEME, industry as industryContract, indicator as indicatorContract } from '@assoc/contract/member/industry'
import { contactQrCode as qrContract } from '@assoc/contract/member/qr-code'
import { refuse } from '../../../platform/errors'
import type { Deed, Row } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import type { ServerModule } from '../..'
import * as repository from './repository'
import { industrySeed, recordsDemo, recordsSeed } from './seed'
import './tables'

export const dataItem = mountResource(dataItemContract, {
  table: 'data_item',
  keyword: { columns: ['item_name'], grams: true },
  order: { field: 'sortNo', direction: 'asc' },
  constraints: { data_item_unique: () => refuse.field('itemName', '该业务已有同名资料项') },
})

/** A code has the form of its scheme, and its parent is there. */
async function judgeIndustry({ db }: Deed, fields: Row): Promise<void> {
  const { pattern, message } = CODE_OF_SCHEME[fields['scheme'] as keyof typeof CODE_OF_SCHEME]
  if (!pattern.test(String(fields['industryCode']))) throw refuse.field('industryCode', message)
  const parent = fields['parentCode'] as string | null
  if (!parent) return
  if (parent === fields['industryCode']) throw refuse.field('parentCode', '上级代码不能是自己')
  if (!(await repository.hasIndustry(db, String(fields['scheme']), parent))) throw refuse.field('parentCode', `该分类体系中没有代码 ${parent}`)
}

export const industry = mountResource(industryContract, {
  table: 'industry',
  computed: { companyCount: repository.companyCount },
  keyword: { columns: ['industry_code', 'industry_name'], grams: true },
  order: { field: 'industryCode', direction: 'asc' },
  constraints: { industry_code_unique: () => refuse.field('industryCode', '该分类体系中已有此代码') },
  nameOf: (row) => `${String(row['industryCode'])} ${String(row['industryName'])}`,
  before: {
    insert: judgeIndustry,
    update: async (deed, row, fields) => {
      await judgeIndustry(deed, fields)
      const moved = row['industryCode'] !== fields['industryCode'] || row['scheme'] !== fields['scheme']
      if (moved && (await repository.hasClasses(deed.db, String(row['scheme']), String(row['industryCode'])))) throw refuse.field('industryCode', '该行业之下还有行业，代码不能修改')
    },
    remove: async ({ db }, row) => {
      if (await repository.hasClasses(db, String(row['scheme']), String(row['industryCode']))) throw refuse.inUse('该行业之下还有行业，不能删除')
      if (Number(row['companyCount']) > 0) throw refuse.inUse('已有公司属于该行业，不能删除')
    },
  },
})

async function judgeIndicator({ db }: Deed, fields: Row): Promise<void> {
  const code = String(fields['indicatorCode'])
  if (code.length > 4 && !(await repository.hasIndicator(db, code.slice(0, -2)))) throw refuse.field('indicatorCode', `没有上级指标 ${code.slice(0, -2)}，请先新增上级`)
}

export const indicator = mountResource(indicatorContract, {
  table: 'indicator',
  computed: { siblingWeight: repository.siblingWeight, weight: repository.weightText },
  keyword: { columns: ['indicator_code', 'indicator_name'], grams: true },
  order: { field: 'indicatorCode', direction: 'asc' },
  constraints: { indicator_code_unique: () => refuse.field('indicatorCode', '该指标代码已被使用') },
  nameOf: (row) => String(row['indicatorName']),
  before: { insert: judgeIndicator, update: (deed, _row, fields) => judgeIndicator(deed, fields) },
})

export const qrCode = mountResource(qrContract, {
  table: 'contact_qr_code',
  keyword: { columns: ['qr_title'], grams: true },
  order: { field: 'qrTitle', direction: 'asc' },
  constraints: { contact_qr_code_in_use: () => refuse.inUse('该场景已有启用的二维码，请先停用它') },
})

export const records: ServerModule = { bindings: [dataItem, industry, indicator, qrCode].flatMap((m) => m.bindings), seeds: [recordsSeed, industrySeed, recordsDemo] }
