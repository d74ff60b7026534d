import type { FieldsOf, RowOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { feeStandard as contract, validateVotes, PUBLISH_WITHIN_DAYS } from '@assoc/contract/fee/standard'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { beforePlacingMember, lockCategory } from '../../member/api'
import { decimal, fen } from '../found.repository'
import { gapsOf, gapText, overlapOf, type Band } from './bands'
import * as repository from './repository'
import { validateIndividual } from './service'

type Row = RowOf<typeof contract>

beforePlacingMember(validateIndividual)

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Checks the votes, the dates and the band of a standard; throws at the field. */
export function validateStandard(fields: FieldsOf<typeof contract>): void {
  const votes = validateVotes(fields)
  if (votes) throw refuse.field(votes.field, votes.message)
  const { resolutionDate, publishDate, shareFrom, shareTo } = fields
  if (resolutionDate > today()) throw refuse.field('resolutionDate', '决议日期不能晚于今天')
  if (publishDate && publishDate < resolutionDate) throw refuse.field('publishDate', '公开日期不能早于决议日期')
  if (publishDate && daysBetween(resolutionDate, publishDate) > PUBLISH_WITHIN_DAYS) throw refuse.field('publishDate', `会费标准须在决议后 ${PUBLISH_WITHIN_DAYS} 天内公开`)
  if (shareTo && Number(shareTo) <= Number(shareFrom ?? 0)) throw refuse.field('shareTo', '股本上限须大于股本下限')
}

const changeable = (row: Row): boolean | string => {
  if (row.billCount > 0) return '已出账单的会费标准不能修改或删除'
  return row.standardStatus === 'draft' || '只有草稿可以修改或删除，请先退回草稿；已启用的标准请停用后另立新标准'
}

/**
 * Bands of a category and year hold every number of shares once. They are checked together, those that wait for their enacting
 * included, so that they can be enacted one after another when all of them have been submitted.
 */
function validateBands(bands: readonly Band[], row: Row): void {
  const id = row.standardId
  const pair = overlapOf(bands)
  if (pair) {
    const other = pair[0].standardId === id ? pair[1] : pair[0]
    const mine = pair.some((band) => band.standardId === id)
    if (other.status === 'active' && mine) throw refuse.inUse(`股本区间与生效中的「${other.name}」重叠，请先停用该标准或调整区间`)
    throw refuse.inUse(`「${pair[0].name}」与「${pair[1].name}」的股本区间重叠，请先退回草稿调整其中一档`)
  }
  const gaps = gapsOf(bands)
  if (gaps.length > 0) throw refuse.inUse(`该类别 ${row.effectiveYear} 年度还没有 ${gaps.map(gapText).join('、')}一档的标准，请先新增并提交，各档齐全后再启用`)
}

/** Dues by shares are not enacted over individuals, who would never be billed. The category is locked. */
async function validateMembers(db: Db, row: Row): Promise<void> {
  if (!row.shareFrom && !row.shareTo) return
  const individuals = await repository.individualsIn(db, row.categoryId)
  if (individuals > 0) throw refuse.inUse(`该类别有 ${individuals} 名在籍的个人会员，不能启用按总股本分档的会费标准`)
}

export const feeStandard = mountResource(contract, {
  table: 'fee_standard',
  computed: { categoryName: repository.categoryName, billCount: repository.billCount, amount: fen('amount'), shareFrom: decimal('share_from'), shareTo: decimal('share_to') },
  keyword: { columns: ['standard_name'], grams: true },
  order: { field: 'effectiveYear', direction: 'desc' },
  createdBy: 'create_by',
  constraints: {
    fee_standard_active_unique: () => refuse.inUse('该类别本年度已有同一股本下限的生效标准'),
    fee_standard_band: () => refuse.field('shareTo', '股本上限须大于股本下限'),
  },
  handover: { label: '未启用的会费标准', order: 44, open: ['draft', 'pending'], settled: ['active'], name: 'standardName' },
  nameOf: (row) => row.standardName,
  may: (_who, row, verb) => (verb === 'update' || verb === 'delete' ? changeable(row) : true),
  before: {
    insert: (_action, fields) => validateStandard(fields),
    update: (_action, row, fields) => validateStandard({ ...row, ...fields }),
    remove: (_action, row) => {
      const may = changeable(row)
      if (typeof may === 'string') throw refuse.inUse(may)
    },
    change: async ({ db }, row, step) => {
      if (step.verb === 'submit') validateStandard(row)
      if (step.verb !== 'enact') return
      validateStandard(row)
      await lockCategory(db, row.categoryId)
      await validateMembers(db, row)
      validateBands(await repository.bandsOf(db, row.categoryId, row.effectiveYear), row)
    },
  },
})
