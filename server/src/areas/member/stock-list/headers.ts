import type { CellValue } from '../../../platform/excel/excel'

export type ListColumn = 'boardText' | 'stockCode' | 'shortName' | 'companyName' | 'listDate' | 'totalShares' | 'industryText' | 'swText'

/** Titles under which the three exchanges' own files keep what is read; further columns are ignored. */
export const TITLES: Record<ListColumn, readonly string[]> = {
  boardText: ['板块'],
  stockCode: ['A股代码', '证券代码', '股票代码', '公司代码'],
  shortName: ['A股简称', '证券简称', '股票简称', '公司简称'],
  companyName: ['公司全称', '公司名称', '公司中文全称'],
  listDate: ['A股上市日期', '上市日期', '上市时间'],
  totalShares: ['A股总股本', '总股本'],
  industryText: ['所属行业', '所属行业(中上协)'],
  swText: ['申万行业'],
}

/** Where each column stands in the file, found by its title. */
export interface Layout {
  /** Index of the title row among the file's rows. */
  headerAt: number
  header: string[]
  columns: Partial<Record<ListColumn, number>>
  /** What a number in the share column stands for. */
  sharesUnit: 1 | 10_000
}

/** Rows above the titles that a file may have. */
const TITLE_ROWS = 10

const plainTitle = (cell: CellValue | undefined): string =>
  String(cell ?? '')
    .slice(0, 100)
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/\((股|万股)\)$/, '')

/** Finds the title row, by its titles and not by its place; null when no row names code and short name. */
export function layoutOf(rows: readonly (readonly CellValue[])[]): Layout | null {
  for (const [headerAt, row] of rows.slice(0, TITLE_ROWS).entries()) {
    const titles = row.map(plainTitle)
    const columns: Layout['columns'] = {}
    for (const [column, names] of Object.entries(TITLES) as [ListColumn, readonly string[]][]) {
      // The A-share titles come first: a file that has both lists B shares under the general ones.
      const index = names.map((name) => titles.indexOf(name)).find((i) => i >= 0)
      if (index !== undefined) columns[column] = index
    }
    if (columns.stockCode === undefined || columns.shortName === undefined) continue
    const shares = columns.totalShares === undefined ? '' : String(row[columns.totalShares])
    return { headerAt, header: row.map((c) => String(c ?? '').slice(0, 100)), columns, sharesUnit: shares.includes('万股') ? 10_000 : 1 }
  }
  return null
}
