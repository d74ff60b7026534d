/**
 * Income tax that is withheld from residents when their work is paid (Individual Income Tax Act, Art. 6, and the withholding rules of
 * 2018). One payment is what is paid for one piece of work; amounts in whole 分.
 */
const [LOW, DEDUCTION] = [400_000, 80_000]

const baseOf = (gross: number): number => (gross <= LOW ? Math.max(0, gross - DEDUCTION) : gross * 0.8)
/** Half a 分 is rounded up; the small addend takes out what binary fractions lack. */
const rounded = (fen: number): number => Math.max(0, Math.floor(fen + 0.5 + 1e-6))

/** 劳务报酬所得: fees of lecturers and experts. */
export function labourTax(gross: number): number {
  const base = baseOf(gross)
  if (base > 5_000_000) return rounded(base * 0.4 - 700_000)
  return base > 2_000_000 ? rounded(base * 0.3 - 200_000) : rounded(base * 0.2)
}

/** 稿酬所得: what authors are paid, of which 70 % counts. */
export const authorTax = (gross: number): number => rounded(baseOf(gross) * 0.7 * 0.2)
