import type { matchResult } from '@assoc/contract/member/stock-list'
import { isFullName } from '@assoc/contract/member/company-name'
import { stemOfIndustry } from '@assoc/contract/member/industry-code'
import { boardOfStockCode } from '@assoc/contract/rules/identifiers'
import { EXCHANGE_OF_BOARD, plainShares } from '../company/fields'
import { grownHistory } from '../company/history'
import { industryOf, swIndustryOf, type ParsedRow } from './parse'

export type MatchResult = (typeof matchResult.keys)[number]

/** A company of the register as far as a list can touch it. */
export interface RegisterRow {
  companyId: string
  companyName: string
  shortName: string
  companyType: string
  stockCode: string | null
  /** A list has no code of B shares: it stays, and stays searched. */
  stockCodeB: string | null
  oldStockCode: string | null
  /** Names before, a line each. */
  formerNames: string | null
  exchange: string | null
  board: string | null
  listDate: string | null
  /** Ten-thousands of shares without needless zeros. */
  totalShares: string | null
  csrcIndustry: string | null
  swIndustry: string | null
  listStatus: string
  searchText: string
  version: number
  /** Whether it lies within the data scope of the person who imports. */
  inScope: boolean
}

/** What a list writes into a company. */
export type ListFields = Pick<
  RegisterRow,
  | 'companyName'
  | 'shortName'
  | 'companyType'
  | 'stockCode'
  | 'stockCodeB'
  | 'oldStockCode'
  | 'formerNames'
  | 'exchange'
  | 'board'
  | 'listDate'
  | 'totalShares'
  | 'csrcIndustry'
  | 'swIndustry'
  | 'listStatus'
>

export interface Match {
  result: MatchResult
  company: RegisterRow | null
  /** Why the row cannot be written, or a word to the reader. */
  message: string | null
  /** The company as the row would leave it. */
  fields: ListFields | null
}

/** Codes that companies may have. */
export type IndustriesKnown = Record<'csrcIndustry' | 'swIndustry', ReadonlySet<string>>

/** A row with the industries that it may write. */
type Row = ParsedRow & Pick<ListFields, 'csrcIndustry' | 'swIndustry'>

// A list is not refused for an industry that is none: its code, name and date are what it is read for.
const known = (code: string | null, codes: ReadonlySet<string>) => (code && !codes.has(code) ? { code: null, strange: code } : { code, strange: null })

export class Register {
  private readonly byId = new Map<string, RegisterRow>()
  private readonly byCode = new Map<string, RegisterRow>()
  private readonly byOldCode = new Map<string, RegisterRow>()
  private readonly byName = new Map<string, RegisterRow[]>()

  constructor(
    companies: readonly RegisterRow[],
    private readonly industries: IndustriesKnown,
  ) {
    for (const c of companies) {
      this.byId.set(c.companyId, c)
      // Codes of companies listed abroad may look like ours and mean another share.
      if (c.stockCode && c.exchange !== 'overseas') this.byCode.set(c.stockCode, c)
      for (const old of c.oldStockCode?.split(',') ?? []) this.byOldCode.set(old, c)
      this.byName.set(c.shortName, [...(this.byName.get(c.shortName) ?? []), c])
    }
  }

  /** Compares a row with the register: by its code, by a former code, then by its short name. */
  match(row: ParsedRow): Match {
    const industries = [known(industryOf(row.industryText), this.industries.csrcIndustry), known(swIndustryOf(row.swText), this.industries.swIndustry)] as const
    const match = this.compared({ ...row, csrcIndustry: industries[0].code, swIndustry: industries[1].code })
    const strange = industries.flatMap(({ strange }) => (match.fields && strange ? [`行业字典中没有代码 ${strange}，不写入`] : []))
    return strange.length > 0 ? { ...match, message: [match.message, ...strange].filter(Boolean).join('；') } : match
  }

  private compared(row: Row): Match {
    if (row.errors.length > 0 || !row.stockCode || !row.shortName) return refused('invalid', row.errors.join('；'))
    const current = this.byCode.get(row.stockCode)
    if (row.chosenId) return chosen(row, this.byId.get(row.chosenId), current)
    if (current) return sameCode(row, current)
    const former = this.byOldCode.get(row.stockCode)
    if (former) return compare(row, former, { keepCode: true, note: `按曾用代码匹配，现代码 ${former.stockCode ?? '无'}` })
    if (!boardOfStockCode(row.stockCode)) return refused('invalid', '证券代码须为 6 位且与板块一致')
    const namesakes = this.byName.get(row.shortName) ?? []
    if (namesakes.length > 1) return refused('conflict', `有 ${namesakes.length} 家公司简称为「${row.shortName}」，请人工核对`)
    const [namesake] = namesakes
    return namesake ? sameName(row, namesake) : insert(row)
  }
}

const refused = (result: 'invalid' | 'conflict', message: string): Match => ({ result, company: null, message, fields: null })

function sameCode(row: Row, company: RegisterRow): Match {
  const otherName = company.shortName !== row.shortName
  const otherDate = row.listDate !== null && company.listDate !== null && company.listDate !== row.listDate
  if (otherName && otherDate) {
    return refused('conflict', `该代码已登记为「${company.shortName}」，简称与上市日期均不同，请人工核对`)
  }
  return compare(row, company, {})
}

/** A row whose company a person has named. */
function chosen(row: Row, company: RegisterRow | undefined, holder: RegisterRow | undefined): Match {
  if (!company) return refused('conflict', '指定的公司已删除，请重新指定')
  if (holder && holder !== company) return refused('conflict', `指定了「${company.shortName}」，而该代码已登记为「${holder.shortName}」，请人工核对`)
  if (company.stockCode === row.stockCode) return compare(row, company, { note: '人工指定' })
  if (company.oldStockCode?.split(',').includes(row.stockCode ?? '')) return compare(row, company, { keepCode: true, note: `人工指定，现代码 ${company.stockCode ?? '无'}` })
  if (!boardOfStockCode(row.stockCode ?? '')) return refused('invalid', '证券代码须为 6 位且与板块一致')
  return company.stockCode ? compare(row, company, { codeChange: true, note: `人工指定，原代码 ${company.stockCode}` }) : compare(row, company, { note: '人工指定，将登记为上市公司' })
}

function sameName(row: Row, company: RegisterRow): Match {
  if (!company.stockCode) return compare(row, company, { note: '同名公司将登记为上市公司' })
  if (row.listDate && company.listDate && row.listDate !== company.listDate) {
    return refused('conflict', `简称与「${company.stockCode}」相同而上市日期不同，请人工核对`)
  }
  return compare(row, company, { codeChange: true, note: `原代码 ${company.stockCode}` })
}

function insert(row: Row): Match {
  if (!row.listDate) return refused('invalid', '新增公司须有上市日期')
  const full = isFullName(row.companyName)
  const fields: ListFields = {
    ...listing(row.stockCode ?? ''),
    ...facts(row),
    companyName: full ? row.companyName ?? '' : (row.shortName ?? ''),
    stockCodeB: null,
    oldStockCode: null,
    formerNames: null,
    csrcIndustry: row.csrcIndustry,
    swIndustry: row.swIndustry,
    listStatus: 'normal',
  }
  return { result: 'insert', company: null, message: full ? null : '全称待补', fields }
}

const listing = (code: string) => {
  const board = boardOfStockCode(code)
  return { companyType: 'listed', stockCode: code, board: board ?? null, exchange: board ? EXCHANGE_OF_BOARD[board] : null }
}

const facts = (row: Row) => ({
  shortName: row.shortName ?? '',
  listDate: row.listDate,
  totalShares: row.totalShares === null ? null : tenThousands(row.totalShares),
})

/** 股 as 万股, without losing a digit. */
export function tenThousands(shares: string): string {
  const digits = shares.padStart(5, '0')
  return plainShares(`${digits.slice(0, -4)}.${digits.slice(-4)}`)
}

function compare(row: Row, company: RegisterRow, how: { keepCode?: boolean; codeChange?: boolean; note?: string }): Match {
  if (!company.inScope) return refused('conflict', `「${company.shortName}」不在您的数据范围内`)
  const given = facts(row)
  const { csrcIndustry: industry, swIndustry } = row
  const fields: Omit<ListFields, 'oldStockCode' | 'formerNames'> = {
    companyName: nameAfter(row, company, how.keepCode === true),
    // A list under a former code is older than the register: its short name may be, too.
    shortName: how.keepCode ? company.shortName : given.shortName,
    listDate: given.listDate ?? company.listDate,
    totalShares: given.totalShares ?? company.totalShares,
    // The register may know the division where the list says the section alone.
    csrcIndustry: industry && !company.csrcIndustry?.startsWith(industry) ? industry : company.csrcIndustry,
    // The same: of 270000 and 270104 the nearer one stays.
    swIndustry: swIndustry && !company.swIndustry?.startsWith(stemOfIndustry(swIndustry)) ? swIndustry : company.swIndustry,
    ...(how.keepCode ? pick(company) : listing(row.stockCode ?? '')),
    stockCodeB: company.stockCodeB,
    listStatus: company.listStatus === 'unlisted' ? 'normal' : company.listStatus,
  }
  const changed = (Object.keys(fields) as (keyof typeof fields)[]).some((k) => fields[k] !== company[k])
  const result = how.codeChange ? 'codeChange' : changed ? 'update' : 'same'
  return { result, company, message: how.note ?? null, fields: { ...fields, ...grownHistory(company, fields) } }
}

/** The full name of the list; without one that of the register, unless the short name stands in for it and is given up. */
function nameAfter(row: Row, company: RegisterRow, keepNames: boolean): string {
  if (isFullName(row.companyName)) return row.companyName
  return company.companyName === company.shortName && !keepNames ? (row.shortName ?? company.companyName) : company.companyName
}

const pick = (c: RegisterRow) => ({ companyType: c.companyType, stockCode: c.stockCode, board: c.board, exchange: c.exchange })

/** Matches all rows; two rows that mean the same company are both left to a person, unless they have left one of them out. */
export function matchAll(rows: readonly ParsedRow[], register: Register): Match[] {
  const matches = rows.map((row) => register.match(row))
  const first = new Map<string, number>()
  const refuseBoth = (i: number, other: ParsedRow | undefined) => {
    matches[i] = refused('conflict', `与第 ${other?.rowNo ?? 0} 行指向同一家公司`)
  }
  for (const [i, match] of matches.entries()) {
    if (!match.company || rows[i]?.skipped) continue
    const before = first.get(match.company.companyId)
    if (before === undefined) first.set(match.company.companyId, i)
    else {
      refuseBoth(i, rows[before])
      refuseBoth(before, rows[i])
    }
  }
  return matches
}
