import { decimal, floorRoot, halfUp, sum, units } from './exact'
import { NORMALISED_FROM, TRIM_FROM } from './kinds'
import { totalUnits, type Dimension, type DimScores } from './sheet-rules'

/**
 * Results of a batch out of the sheets that were handed in, in whole numbers alone. The order of steps: total of each sheet (two decimals), normalisation
 * (four decimals), trimming, mean (two decimals), rank, cut. docs/adr/095 says why; the server's oracle does all of it a second time in SQL.
 */

export interface CountingRules {
  dimensions: readonly Dimension[]
  trimRule: 'none' | 'ends'
  normalisation: 'none' | 'expert'
  leastValid: number
  spreadLimit: number
  cutKind: 'none' | 'first' | 'score'
  cutValue: number | null
  cutTies: 'all' | 'none'
}

export interface CountedSheet {
  sheetId: string
  itemId: string
  expertId: string
  dimScores: DimScores
}

export interface SheetFigures {
  sheetId: string
  expertId: string
  /** Total as the expert gave it. */
  raw: number
  /** What counts: four decimals where it is normalised, else the total. */
  counted: number
  /** The expert has too few sheets, or gave the same to all: their totals stand as they are, in a batch that normalises. */
  unadjusted: boolean
  dropped: 'high' | 'low' | null
}

export interface ItemResult {
  itemId: string
  validCount: number
  /** Too few sheets: nothing is counted yet. */
  lacking: boolean
  /** The spread is above the limit: to be reconsidered. */
  disputed: boolean
  rawMean: number | null
  dropHigh: number | null
  dropLow: number | null
  finalScore: number | null
  spread: number | null
  rankNo: number | null
  inCut: boolean | null
  dimMeans: Record<string, number>
  sheets: SheetFigures[]
}

/** Decimals of a normalised score, and of the root that it is made with. */
export const NORMALISED_PLACES = 4
export const ROOT_PLACES = 8

/** Units of a normalised score in a hundredth, and units of a root in one of these. */
const FINE = 100n
const ROOT_FINE = 10_000n

interface Totals {
  count: bigint
  sum: bigint
  /** n·Σx² − (Σx)², which is n² times the variance of a population. */
  square: bigint
}

function totalsOf(values: readonly bigint[]): Totals {
  const count = BigInt(values.length)
  const total = sum(values)
  return { count, sum: total, square: count * sum(values.map((value) => value * value)) - total * total }
}

/**
 * x' = μ + σ(x − μⱼ)/σⱼ in units of 0.0001 within 0 and 100, out of hundredths. The second term is ±√((nQ−S²)(mx−s)² ÷ (n²(mq−s²))): its root is cut off
 * after eight decimals, the sum is rounded half-up.
 */
export function normalisedUnits(value: bigint, all: Totals, own: Totals): bigint {
  const distance = own.count * value - own.sum
  const scale = FINE * ROOT_FINE
  const root = floorRoot((all.square * distance * distance * scale * scale) / (all.count * all.count * own.square))
  const deviation = distance < 0n ? -root : root
  const normalised = halfUp({ num: all.sum * scale + all.count * deviation, den: all.count * ROOT_FINE })
  return normalised < 0n ? 0n : normalised > 100n * 100n * FINE ? 100n * 100n * FINE : normalised
}

interface Counted {
  sheet: CountedSheet
  /** In hundredths. */
  raw: bigint
  /** In units of 0.0001. */
  value: bigint
  unadjusted: boolean
  dropped: 'high' | 'low' | null
}

const grouped = <T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}

function countedSheets(sheets: readonly CountedSheet[], rules: CountingRules): Counted[] {
  const counted = sheets.map((sheet): Counted => ({ sheet, raw: totalUnits(sheet.dimScores, rules.dimensions), value: 0n, unadjusted: false, dropped: null }))
  if (rules.normalisation === 'none') return counted.map((one) => ({ ...one, value: one.raw * FINE }))
  const all = totalsOf(counted.map(({ raw }) => raw))
  const own = new Map([...grouped(counted, ({ sheet }) => sheet.expertId)].map(([expertId, group]) => [expertId, totalsOf(group.map(({ raw }) => raw))]))
  return counted.map((one) => {
    const expert = own.get(one.sheet.expertId)
    const adjusted = expert !== undefined && expert.count >= BigInt(NORMALISED_FROM) && expert.square > 0n
    return { ...one, value: adjusted ? normalisedUnits(one.raw, all, expert) : one.raw * FINE, unadjusted: !adjusted }
  })
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
const byValue = (a: Counted, b: Counted): number => compare(a.value, b.value) || compare(BigInt(a.sheet.sheetId), BigInt(b.sheet.sheetId))

/** Half-up mean in hundredths of values of which `fine` make a hundredth. */
const meanUnits = (values: readonly bigint[], fine: bigint): bigint => halfUp({ num: sum(values), den: BigInt(values.length) * fine })

interface Ranked {
  result: ItemResult
  /** What decides the order, the highest first. */
  keys: bigint[]
}

function resultOf(itemId: string, given: readonly Counted[], rules: CountingRules): Ranked {
  const sheets = given.toSorted(byValue)
  const trimmed = rules.trimRule === 'ends' && sheets.length >= TRIM_FROM
  const low = sheets[0]
  const high = sheets.at(-1)
  if (trimmed && low && high) {
    low.dropped = 'low'
    high.dropped = 'high'
  }
  const lacking = sheets.length < rules.leastValid || sheets.length === 0
  const rawMean = sheets.length === 0 ? null : meanUnits(sheets.map(({ raw }) => raw), 1n)
  const finalScore = lacking ? null : meanUnits(sheets.filter(({ dropped }) => !dropped).map(({ value }) => value), FINE)
  const spread = lacking || !low || !high ? null : meanUnits([high.value - low.value], FINE)
  const dimMeans = new Map(rules.dimensions.map(({ dimName }) => [dimName, sheets.length === 0 ? 0n : meanUnits(sheets.map(({ sheet }) => units(sheet.dimScores[dimName] ?? 0, 1) * 10n), 1n)]))
  const tied = rules.dimensions.filter(({ tieOrder }) => tieOrder != null).toSorted((a, b) => (a.tieOrder ?? 0) - (b.tieOrder ?? 0))
  const shown = (value: bigint | null | undefined) => (value == null ? null : decimal(value, 2))
  return {
    keys: [finalScore ?? 0n, ...tied.map(({ dimName }) => dimMeans.get(dimName) ?? 0n), rawMean ?? 0n],
    result: {
      itemId,
      validCount: sheets.length,
      lacking,
      disputed: spread !== null && spread > units(rules.spreadLimit, 2),
      rawMean: shown(rawMean),
      dropHigh: trimmed && high ? shown(meanUnits([high.value], FINE)) : null,
      dropLow: trimmed && low ? shown(meanUnits([low.value], FINE)) : null,
      finalScore: shown(finalScore),
      spread: shown(spread),
      rankNo: null,
      inCut: null,
      dimMeans: sheets.length === 0 ? {} : Object.fromEntries([...dimMeans].map(([dimName, mean]) => [dimName, decimal(mean, 2)])),
      sheets: sheets.map(({ sheet, raw, value, unadjusted, dropped }) => ({ sheetId: sheet.sheetId, expertId: sheet.expertId, raw: decimal(raw, 2), counted: decimal(value, NORMALISED_PLACES), unadjusted, dropped })),
    },
  }
}

function compareKeys(a: readonly bigint[], b: readonly bigint[]): number {
  for (const [i, key] of a.entries()) {
    const order = compare(b[i] ?? 0n, key)
    if (order !== 0) return order
  }
  return 0
}

/** Whether a group of equals is among those that go on: `from` is their place, `to` the place of the last of them. */
function goesOn(finalScore: number, from: number, to: number, rules: CountingRules): boolean | null {
  if (rules.cutKind === 'none' || rules.cutValue === null) return null
  if (rules.cutKind === 'score') return units(finalScore, 2) >= units(rules.cutValue, 2)
  return rules.cutTies === 'all' ? from <= rules.cutValue : to <= rules.cutValue
}

/** Gives places to those that have a final score; equals share one and the next is skipped. */
function rank(ranked: readonly Ranked[], rules: CountingRules): void {
  const sorted = ranked.filter(({ result }) => !result.lacking).toSorted((a, b) => compareKeys(a.keys, b.keys))
  for (let from = 0; from < sorted.length; ) {
    let to = from
    while (to + 1 < sorted.length && compareKeys(sorted[from]?.keys ?? [], sorted[to + 1]?.keys ?? []) === 0) to++
    for (const { result } of sorted.slice(from, to + 1)) {
      result.rankNo = from + 1
      result.inCut = goesOn(result.finalScore ?? 0, from + 1, to + 1, rules)
    }
    from = to + 1
  }
}

/** Results of all items of a batch, in the order in which they are given. `sheets` are those that count. */
export function calculateBatch(itemIds: readonly string[], sheets: readonly CountedSheet[], rules: CountingRules): ItemResult[] {
  const byItem = grouped(countedSheets(sheets, rules), ({ sheet }) => sheet.itemId)
  const ranked = itemIds.map((itemId) => resultOf(itemId, byItem.get(itemId) ?? [], rules))
  rank(ranked, rules)
  return ranked.map(({ result }) => result)
}

/** Mean and population spread of an expert's own totals, two decimals; null without any. */
export function ownFigures(totals: readonly number[]): { mean: number; deviation: number } | null {
  if (totals.length === 0) return null
  const own = totalsOf(totals.map((total) => units(total, 2)))
  // The root of (10·square ÷ n²) with one more place than is shown, so that it can be rounded.
  const deviation = floorRoot((own.square * 100n) / (own.count * own.count))
  return { mean: decimal(halfUp({ num: own.sum, den: own.count }), 2), deviation: decimal(halfUp({ num: deviation, den: 10n }), 2) }
}
