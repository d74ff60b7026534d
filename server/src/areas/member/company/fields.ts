import type { FieldsOf } from '@assoc/contract'
import { withoutEnd } from '@assoc/contract/core/characters'
import { listStatus, type companyResource } from '@assoc/contract/member/company'
import { boardOfStockCode } from '@assoc/contract/rules/identifiers'
import { refuse } from '../../../platform/errors'

type Given = FieldsOf<typeof companyResource>

/** What staff write down about a company; every field is there, empty ones are null. */
export type CompanyFields = { [K in keyof Given]-?: Exclude<Given[K], undefined> }

export const EXCHANGE_OF_BOARD = { shMain: 'sse', star: 'sse', szMain: 'szse', chiNext: 'szse', bse: 'bse' } as const

const EMPTY: Omit<CompanyFields, 'companyName' | 'shortName' | 'companyType' | 'creditCode' | 'jurisdiction'> = {
  stockCode: null,
  stockCodeB: null,
  exchange: null,
  board: null,
  listDate: null,
  totalShares: null,
  csrcIndustry: null,
  swIndustry: null,
  legalRep: null,
  regAddress: null,
  officeAddress: null,
  companyPhone: null,
  companyEmail: null,
  controllerType: null,
  deptId: null,
  remark: null,
}

/** Whether companies of a type are listed somewhere, here or abroad: no other one comes to have a listing status. */
export const hasListing = (companyType: string): boolean => companyType === 'listed' || companyType === 'overseas'

/**
 * A company whose shares stand on a list is of a type that has shares: it is taken off the list before it becomes another one.
 * V00001 at the type where it is not.
 */
export function validateType(was: string, companyType: string, status: string): void {
  if (was === companyType || hasListing(companyType) || status === 'unlisted' || status === 'delisted') return
  throw refuse.field('companyType', `该公司的上市状态为“${listStatus.labels[status as keyof typeof listStatus.labels]}”，请先办理“退市”，再改为非上市类型`)
}

/** Short name as the register keeps it: inner blanks gone, full-width letters and digits made half-width. */
export const cleanShortName = (name: string): string => name.normalize('NFKC').replace(/\s+/g, '')

const cleanName = (name: string): string => name.replace(/\(/g, '（').replace(/\)/g, '）').replace(/\s+/g, ' ')

/** Ten-thousands of shares without needless zeros, so that 80000 and 80000.0000 are the same value. */
export const plainShares = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.')
  const short = withoutEnd(fraction, '0')
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (short ? `.${short}` : '')
}

/**
 * Fields as they are kept: names in the register's form, the exchange told from the code when it was left out. What the
 * body leaves out keeps its value `before`, or is empty. V00001 when code and exchange do not belong together.
 */
export function companyFields(given: Given, before?: CompanyFields): CompanyFields {
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given
  const fields = { ...EMPTY, ...before, ...known } as CompanyFields
  fields.companyName = cleanName(fields.companyName)
  fields.shortName = cleanShortName(fields.shortName)
  if (fields.totalShares) fields.totalShares = plainShares(fields.totalShares)
  const board = fields.companyType === 'listed' && fields.stockCode ? boardOfStockCode(fields.stockCode) : undefined
  if (board) {
    const exchange = EXCHANGE_OF_BOARD[board]
    if (given.exchange && given.exchange !== exchange) throw refuse.field('exchange', '上市交易所与证券代码不一致')
    fields.exchange = exchange
  }
  return fields
}
