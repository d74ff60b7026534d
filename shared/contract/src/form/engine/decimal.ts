// Decimal numbers of forms. Figures of companies are added up and compared between years, so 0.1 + 0.2 has to be 0.3 in every browser
// and on the server; a double is not. A number is `units` divided by ten to the power of `scale`, without trailing zeros.

export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Digits before the point and behind it that a number of a form may have; a result with more of the former is no number. */
export const WHOLE_DIGITS = 30
export const DECIMALS = 20

const LARGEST = 10n ** BigInt(WHOLE_DIGITS)
const WRITTEN = /^[+-]?(?:\d{1,30}(?:\.\d{0,20})?|\.\d{1,20})$/

const power = (n: number): bigint => 10n ** BigInt(n)
const size = (units: bigint): bigint => (units < 0n ? -units : units)

/** The number without trailing zeros behind the point; null when it is too large for a form. */
function made(units: bigint, scale: number): Decimal | null {
  let left = units
  let digits = scale
  while (digits > 0 && left % 10n === 0n) {
    left /= 10n
    digits -= 1
  }
  if (digits > DECIMALS) return made(divided(left, power(digits - DECIMALS)), DECIMALS)
  return size(left) >= LARGEST * power(digits) ? null : { units: left, scale: digits }
}

/** A quotient rounded half away from zero, as Excel and people do. */
function divided(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const rest = size(dividend % divisor) * 2n
  if (rest < size(divisor)) return quotient
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n
}

export const ZERO: Decimal = { units: 0n, scale: 0 }

/** The number that a text writes, such as `-12.50`; null for any other text. Separators of thousands are no part of it. */
export function decimalOf(text: string): Decimal | null {
  if (text.length > WHOLE_DIGITS + DECIMALS + 2 || !WRITTEN.test(text)) return null
  const point = text.indexOf('.')
  if (point < 0) return made(BigInt(text.startsWith('+') ? text.slice(1) : text), 0)
  const digits = text.slice(point + 1)
  const whole = text.slice(0, point)
  const sign = whole.startsWith('-') ? -1n : 1n
  const front = whole.startsWith('-') || whole.startsWith('+') ? whole.slice(1) : whole
  return made(sign * BigInt(`${front}${digits}` || '0'), digits.length)
}

/** A whole number as a decimal: rows, days, 分 by `scale` 2. */
export const decimalFrom = (whole: number | bigint, scale = 0): Decimal => made(BigInt(whole), scale) ?? ZERO

/** The number as a text, without separators and trailing zeros: `-12.5`. */
export function decimalText({ units, scale }: Decimal): string {
  if (scale === 0) return String(units)
  const digits = String(size(units)).padStart(scale + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const level = (a: Decimal, b: Decimal): [bigint, bigint, number] => {
  const scale = Math.max(a.scale, b.scale)
  return [a.units * power(scale - a.scale), b.units * power(scale - b.scale), scale]
}

export function add(a: Decimal, b: Decimal): Decimal | null {
  const [x, y, scale] = level(a, b)
  return made(x + y, scale)
}

export function subtract(a: Decimal, b: Decimal): Decimal | null {
  const [x, y, scale] = level(a, b)
  return made(x - y, scale)
}

export const multiply = (a: Decimal, b: Decimal): Decimal | null => made(a.units * b.units, a.scale + b.scale)

/** The quotient to twenty decimals; null for a division by zero. */
export function divide(a: Decimal, b: Decimal): Decimal | null {
  if (b.units === 0n) return null
  const dividend = a.units * power(DECIMALS + b.scale)
  return made(divided(dividend, b.units * power(a.scale)), DECIMALS)
}

/** The rest of a division, with the sign of the divisor as in Excel; null for a division by zero. */
export function modulo(a: Decimal, b: Decimal): Decimal | null {
  if (b.units === 0n) return null
  const [x, y, scale] = level(a, b)
  const rest = x % y
  return made(rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest, scale)
}

/** Below zero, zero or above it, as `a` is less than, equal to or more than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const [x, y] = level(a, b)
  return x < y ? -1 : x > y ? 1 : 0
}

/** Rounded half away from zero to so many decimals, or to tens and hundreds where `digits` is below zero. */
export function round(a: Decimal, digits: number): Decimal {
  if (digits >= a.scale) return a
  const rounded = divided(a.units, power(a.scale - digits))
  return (digits >= 0 ? made(rounded, digits) : made(rounded * power(-digits), 0)) ?? a
}

/** The nearest whole number that is not above it, or with `up` not below it. */
export function whole(a: Decimal, up: boolean): Decimal {
  const divisor = power(a.scale)
  const towardsZero = a.units / divisor
  const exact = towardsZero * divisor === a.units
  if (exact) return { units: towardsZero, scale: 0 }
  if (up) return { units: a.units > 0n ? towardsZero + 1n : towardsZero, scale: 0 }
  return { units: a.units < 0n ? towardsZero - 1n : towardsZero, scale: 0 }
}

/** The number as a double, for charts and for counts that are small; null when it is no whole number within safe bounds. */
export function wholeNumber({ units, scale }: Decimal): number | null {
  return scale === 0 && size(units) <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : null
}
