import { decimal, halfUp, units, type Fraction } from './exact'

/** A dimension as the rules of a batch have it. */
export interface Dimension {
  dimName: string
  /** Percent; those of a batch add up to 100. */
  dimWeight: number
  dimMax: number
  /** Its place among the dimensions that settle ties; none for those that do not. */
  tieOrder?: number | null | undefined
}

export interface SheetRules {
  dimensions: readonly Dimension[]
  /** A total below this one, or from the other one on, wants a comment. */
  commentBelow: number
  commentFrom: number
}

export type DimScores = Readonly<Record<string, number>>

export const COMMENT_LEAST = 20
export const COMMENT_MOST = 1000

/** Why a score cannot be that of a dimension, as a sentence; null where it can. */
export function problemOfScore(score: unknown, { dimName, dimMax }: Dimension): string | null {
  if (typeof score !== 'number' || !Number.isFinite(score)) return `请填写“${dimName}”的得分`
  if (score < 0 || score > dimMax || Object.is(score, -0)) return `“${dimName}”的得分须在 0 至 ${dimMax} 之间`
  // What a person types has few digits: the nearest tenth is the very same number, or there are more decimals.
  if (Number(score.toFixed(1)) !== score) return `“${dimName}”的得分最多一位小数`
  return null
}

/** Characters of a comment without blanks of any kind. */
export const lengthOfComment = (comment: string | null | undefined): number => [...(comment ?? '').replace(/[\s\u200b\u2060\ufeff\u3000]/g, '')].length

const exactTotal = (scores: DimScores, dimensions: readonly Dimension[]): Fraction =>
  dimensions.reduce<Fraction>(
    ({ num, den }, { dimName, dimWeight, dimMax }) => {
      // In hundredths of a point: tenths of a score by ten.
      const part = units(scores[dimName] ?? 0, 1) * 10n * BigInt(dimWeight)
      return { num: num * BigInt(dimMax) + part * den, den: den * BigInt(dimMax) }
    },
    { num: 0n, den: 1n },
  )

/** Total of a sheet in hundredths: Σ score × weight ÷ full marks, a half goes up. */
export const totalUnits = (scores: DimScores, dimensions: readonly Dimension[]): bigint => halfUp(exactTotal(scores, dimensions))

/** Total of a sheet, two decimals; null while a dimension has no score or a wrong one. */
export function totalOf(scores: DimScores, dimensions: readonly Dimension[]): number | null {
  return dimensions.some((dimension) => problemOfScore(scores[dimension.dimName], dimension) !== null) ? null : decimal(totalUnits(scores, dimensions), 2)
}

/** Whether a total wants a comment. */
export const wantsComment = (total: number, { commentBelow, commentFrom }: Pick<SheetRules, 'commentBelow' | 'commentFrom'>): boolean => total < commentBelow || total >= commentFrom

export interface SheetProblem {
  /** `comment`, or `dimScores.` and the name of the dimension. */
  path: string
  message: string
}

/** What is wrong with the scores that are there; a sheet that is only saved may lack some. */
export function problemsOfScores(scores: DimScores, dimensions: readonly Dimension[]): SheetProblem[] {
  const known = new Map(dimensions.map((dimension) => [dimension.dimName, dimension]))
  return Object.entries(scores).flatMap(([dimName, score]) => {
    const dimension = known.get(dimName)
    const message = dimension ? problemOfScore(score, dimension) : '批次中没有这个评分维度'
    return message ? [{ path: `dimScores.${dimName}`, message }] : []
  })
}

/** What keeps a sheet from being handed in; nothing where it may be. */
export function problemsOfSheet(scores: DimScores, comment: string | null | undefined, rules: SheetRules): SheetProblem[] {
  const missing = rules.dimensions.filter(({ dimName }) => !Object.hasOwn(scores, dimName)).map((dimension) => ({ path: `dimScores.${dimension.dimName}`, message: problemOfScore(undefined, dimension) ?? '' }))
  return [...missing, ...problemsOfScores(scores, rules.dimensions), ...problemsOfComment(totalOf(scores, rules.dimensions), comment, rules)]
}

function problemsOfComment(total: number | null, comment: string | null | undefined, rules: SheetRules): SheetProblem[] {
  if ([...(comment ?? '')].length > COMMENT_MOST) return [{ path: 'comment', message: `评审意见不能超过 ${COMMENT_MOST} 个字` }]
  if (total === null || !wantsComment(total, rules) || lengthOfComment(comment) >= COMMENT_LEAST) return []
  return [{ path: 'comment', message: `总分低于 ${rules.commentBelow} 分或达到 ${rules.commentFrom} 分时，评审意见须有 ${COMMENT_LEAST} 至 ${COMMENT_MOST} 个字（空白不计）` }]
}
