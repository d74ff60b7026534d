import type { CellValue } from '../../../platform/excel/excel'

/** What is read of a statement's line. */
export type Part = 'account' | 'serial' | 'day' | 'time' | 'payer' | 'amount' | 'income' | 'expense' | 'side' | 'balance' | 'purpose'

/**
 * Titles of the columns as the web banks of ICBC, CCB, ABC, BOC, CMB and the rural credit unions export them, and as our own template has
 * them; those that say it most clearly first. Explanations in brackets are no part of a title.
 */
const TITLES: Record<Part, readonly string[]> = {
  account: ['账号', '本方账号', '我方账号', '收款账号', '收款人账号', '账户', '帐号', '本方帐号'],
  serial: ['流水号', '交易流水号', '账户明细编号-交易流水号', '银行流水号', '核心流水号', '交易流水', '主机流水号', '日志号', '交易编号'],
  day: ['交易日期', '交易日', '记账日期', '入账日期', '记账日', '日期'],
  time: ['交易时间', '交易日期时间', '入账时间', '时间'],
  payer: ['付款户名', '付款人名称', '对方户名', '对方单位名称', '对方名称', '收/付方名称', '收(付)方名称', '对方账户名称', '对方账号名称', '交易对手名称', '对手户名', '对方单位', '付款方名称', '付款人'],
  amount: ['金额', '交易金额', '发生额'],
  income: ['贷方发生额', '收入金额', '贷方金额', '收入', '贷方', '存入金额', '转入金额', '贷方发生金额', '收入发生额'],
  expense: ['借方发生额', '支出金额', '借方金额', '支出', '借方', '支取金额', '转出金额', '借方发生金额', '支出发生额'],
  side: ['借/贷', '借贷标志', '借贷标识', '借贷方向', '收支标志', '收/支', '收支方向', '借贷'],
  balance: ['余额', '账户余额', '交易后余额', '当前余额', '本次余额'],
  purpose: ['附言', '交易附言', '用途', '交易用途', '摘要', '备注'],
}

/** Where the parts of a line stand in a file. */
export interface BankLayout {
  /** Index of the first row below the titles. */
  from: number
  header: string[]
  /** Columns of each part, the clearest first; several only of the purpose. */
  columns: Partial<Record<Part, readonly number[]>>
  /** The account as a row above the titles says it. */
  account: string | null
  /** It is our own template, which asks for income alone: what is none there is told. */
  own: boolean
}

const OWN = ['账号', '流水号', '付款户名', '金额']

/** Rows above the titles that a file may have. */
export const TITLE_ROWS = 50
/** Characters of a cell that are looked at: more than any may have, so that one that is too long still is. */
const LOOKED_AT = 500

/** A cell as text, full-width digits and signs made half-width. */
export const text = (cell: CellValue | undefined): string => String(cell ?? '').slice(0, LOOKED_AT).normalize('NFKC').trim()

/** A title without blanks and explanations; a slash or a bracket within stays. */
const titleOf = (cell: CellValue | undefined): string => {
  const title = text(cell).replace(/[\s*:]/g, '')
  return Object.values(TITLES).some((known) => known.includes(title)) ? title : (/^[^([【]*/.exec(title)?.[0] ?? '')
}

const ACCOUNT = /^(?:查询|本方|客户|收款|对公)?(?:账号|帐号|账户)[: ]{0,3}([\d -]{6,40})?(?!\d)/

/** The account that a row above the titles says; null where none does. */
export function accountAbove(rows: readonly (readonly CellValue[])[]): string | null {
  for (const row of rows)
    for (const [i, cell] of row.entries()) {
      const found = ACCOUNT.exec(text(cell))
      if (!found) continue
      const next = row.slice(i + 1).map(text).find(Boolean) ?? ''
      const account = (found[1] ?? (/^[\d -]{6,40}$/.test(next) ? next : '')).replace(/[ -]/g, '')
      if (account) return account
    }
  return null
}

function columnsOf(titles: readonly string[]): BankLayout['columns'] {
  const columns: BankLayout['columns'] = {}
  for (const [part, known] of Object.entries(TITLES) as [Part, readonly string[]][]) {
    const found = known.map((title) => titles.indexOf(title)).filter((i) => i >= 0)
    if (found.length > 0) columns[part] = part === 'purpose' ? found : found.slice(0, 1)
  }
  return columns
}

/** The columns of a row that bear a known title. */
export const knownColumns = (row: readonly CellValue[]): BankLayout['columns'] => columnsOf(Array.from(row, titleOf))

/** Whether the columns tell when, who and how much, and lines apart: by a serial, or by the balance that each leaves. */
const suffices = (columns: BankLayout['columns'], account: string | null): boolean =>
  Boolean((columns.day ?? columns.time) && columns.payer && (columns.amount ?? columns.income) && (columns.serial ?? columns.balance) && (columns.account ?? account))

/** Finds the titles, by their words and not by their place, in one row or in two with a merged head over 借方 and 贷方; null where no rows name what is needed. */
export function bankLayoutOf(rows: readonly (readonly CellValue[])[]): BankLayout | null {
  const near = rows.slice(0, TITLE_ROWS + 1)
  for (const [i, row] of near.entries()) {
    const account = accountAbove(near.slice(0, i))
    const below = near[i + 1] ?? []
    const merged = Array.from({ length: Math.max(row.length, below.length) }, (_, at) => (text(below[at]) ? below[at] : row[at]))
    const ways = [[row, i + 1], [merged, i + 2]] as const
    // 发生额 over 借方 and 贷方 names an amount by itself, and which one is said below.
    const twofold = !columnsOf(row.map(titleOf)).income && columnsOf(merged.map(titleOf)).income
    for (const [cells, from] of twofold ? [...ways].reverse() : ways) {
      const columns = columnsOf(Array.from(cells, titleOf))
      if (suffices(columns, account)) return { from, header: Array.from(cells, text), columns, account, own: OWN.every((title) => cells.some((cell) => titleOf(cell) === title)) }
    }
  }
  return null
}
