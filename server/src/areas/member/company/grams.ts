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
