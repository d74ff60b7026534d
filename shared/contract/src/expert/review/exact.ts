/** Whole numbers and fractions of them: figures of a review are counted without floating point, so that SQL's numeric gives the same. */

/** A fraction; the denominator is positive. */
export interface Fraction {
  num: bigint
  den: bigint
}

/** Rounds down, also below zero. */
export const floorDiv = (num: bigint, den: bigint): bigint => {
  const quotient = num / den
  return num % den !== 0n && num < 0n !== den < 0n ? quotient - 1n : quotient
}

/** The whole number next to a fraction; a half goes up. */
export const halfUp = ({ num, den }: Fraction): bigint => floorDiv(2n * num + den, 2n * den)

/** Largest whole number whose square is not above `n`. */
export function floorRoot(n: bigint): bigint {
  if (n < 2n) return n
  // Newton's steps from above fall until the root is reached.
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2))
  for (;;) {
    const next = (root + n / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/** A figure with `places` decimals out of its smallest units, as a number that prints exactly so. */
export const decimal = (units: bigint, places: number): number => Number(units) / 10 ** places

/** Smallest units of a figure that has no more than `places` decimals. */
export const units = (value: number, places: number): bigint => BigInt(Math.round(value * 10 ** places))
