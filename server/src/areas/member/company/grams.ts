import { gramsOf, initials, normalise } from '../../../platform/search/grams'
import { pinyinOfEach } from '../../../platform/search/pinyin'

export interface SearchTexts {
  companyName: string
  shortName: string
  stockCode?: string | null | undefined
  stockCodeB?: string | null | undefined
  oldStockCode?: string | null | undefined
  /** Names before, a line each. */
  formerNames?: string | null | undefined
}

// Nearly every name ends in it: as search text it would swell the index and tell no company from another.
const COMMON_TAIL = /(股份)?有限(责任)?公司$/

/** A keyword as it is compared: the tail that names are kept without is taken off a whole name. */
export function keywordOf(text: string): string {
  const keyword = normalise(text)
  const short = keyword.replace(COMMON_TAIL, '')
  return [...short].length > 1 ? short : keyword
}

/** The tails themselves, as names end in them. */
const TAILS = ['有限公司', '有限责任公司', '股份有限公司', '股份有限责任公司']

/**
 * What a keyword means beside the text that is searched: `tails` that hold the whole of it, such as 公司; or `core`, what stands before a
 * tail that it begins, such as 光学 of 光学股份. Of one character of a tail that only after two others: 控股 is a word of its own.
 */
export function tailsOf(keyword: string): { tails: string[]; core: string } {
  const tails = keyword ? TAILS.filter((tail) => tail.includes(keyword)) : []
  const length = [...keyword].length
  const begun = tails.length > 0 ? 0 : Math.max(0, ...TAILS.flatMap((tail) => [...tail].map((_, i) => i + 1).filter((n) => n < tail.length && n < length - (n === 1 ? 1 : 0) && keyword.endsWith(tail.slice(0, n)))))
  return { tails, core: begun > 0 ? keyword.slice(0, -begun) : '' }
}

/** What a company is searched in, a line each: codes, short name, full name without its common tail, pinyin initials, names before. */
export function searchTextOf(texts: SearchTexts): string {
  const name = normalise(texts.companyName).replace(COMMON_TAIL, '')
  const all = [texts.stockCode, texts.stockCodeB, ...(texts.oldStockCode?.split(',') ?? []), texts.shortName, name, initials(texts.shortName), ...(texts.formerNames?.split('\n').map((former) => normalise(former).replace(COMMON_TAIL, '')) ?? [])]
  return [...new Set(all.filter((t): t is string => Boolean(t)).map(normalise))].join('\n')
}

/** Grams of a search text; a pair never reaches across two lines. */
export const gramsOfSearchText = (searchText: string): string[] => gramsOf(searchText.split('\n'))

/** Pinyin with tones as digits: what short names are sorted by. */
export const pinyinOf = (shortName: string): string =>
  pinyinOfEach(normalise(shortName), 'num').join(' ')
