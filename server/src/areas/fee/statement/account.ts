import type { AccountInvoice, Movement } from './repository'

/** What an account stands at: owed on bills, and had with the house; 分. */
export interface Standing {
  owed: number
  balance: number
}

export interface Statement {
  before: Standing
  after: Standing
  /** What moved the bills from the first day to the last, with what is owed after each. */
  bills: (Movement & { owed: number })[]
  /** What moved the balance, with what it is after each. */
  entries: (Movement & { left: number })[]
  sums: { charge: number; credit: number; paid: number; in: number; out: number }
}

const apply = ({ owed, balance }: Standing, move: Movement): Standing => ({ owed: owed + move.charge - move.credit - move.paid, balance: balance + move.balance })

/** Invoices written from a day to a day, both inside, and their sum; they move neither what is owed nor the balance. */
export function invoicesOf(invoices: readonly AccountInvoice[], from: string, to: string): { invoices: AccountInvoice[]; sum: number } {
  const within = invoices.filter(({ day }) => day >= from && day <= to)
  return { invoices: within, sum: within.reduce((sum, { amount }) => sum + amount, 0) }
}

/** The account from a day to a day, both inside; movements stand in their order. */
export function statementOf(movements: readonly Movement[], from: string, to: string): Statement {
  let now: Standing = { owed: 0, balance: 0 }
  for (const move of movements) if (move.day < from) now = apply(now, move)
  const statement: Statement = { before: now, after: now, bills: [], entries: [], sums: { charge: 0, credit: 0, paid: 0, in: 0, out: 0 } }
  const { sums } = statement
  for (const move of movements) {
    if (move.day < from || move.day > to) continue
    now = apply(now, move)
    if (move.kind === 'balance') statement.entries.push({ ...move, left: now.balance })
    else statement.bills.push({ ...move, owed: now.owed })
    sums.charge += move.charge
    sums.credit += move.credit
    sums.paid += move.paid
    sums[move.balance > 0 ? 'in' : 'out'] += Math.abs(move.balance)
  }
  statement.after = now
  return statement
}
