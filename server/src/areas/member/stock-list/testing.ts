import { companyResource } from '@assoc/contract/member/company'
import { selectStockListRowByPage, uploadStockList } from '@assoc/contract/member/stock-list'
import type { Session, TestServer } from '../../../../test/harness'
import { writeWorkbook, type CellValue } from '../../../platform/excel/excel'
import { demoCreditCode } from '../company/demo-rows'

export const TITLES = ['板块', 'A股代码', 'A股简称', 'A股上市日期', 'A股总股本', 'A股流通股本', '所属行业']

/** A list as an exchange gives it. */
export const book = (rows: CellValue[][], header = TITLES) => writeWorkbook([{ name: 'A股列表', header, rows }])

/** A row that nothing is wrong with. */
export const good = (code: string, name: string, shares: CellValue = '10,000,000'): CellValue[] => ['主板', code, name, '2020-05-06', shares, '1', 'C 制造业']

let codes = 100
/** A code that no company of these tests has. */
export const newCode = () => `003${String(++codes)}`

/** What the tests of lists do with a server. */
export function stockLists(server: TestServer) {
  return {
    upload: async (rows: CellValue[][], as?: Session, header?: string[]) => server.upload(uploadStockList, {}, { name: 'A股列表.xlsx', bytes: await book(rows, header) }, as),
    rowsOf: async (batchId: string) => (await server.ok(selectStockListRowByPage, { batchId, pageSize: 200 })).items,
    companies: async (keyword: string) => (await server.ok(companyResource.list, { keyword })).items,
    register: async (over: { stockCode: string; shortName: string; stockCodeB?: string; listDate?: string; totalShares?: string; csrcIndustry?: string; swIndustry?: string }, as?: Session) => {
      const input = {
        companyName: `${over.shortName}股份有限公司`,
        companyType: 'listed' as const,
        board: 'szMain' as const,
        creditCode: demoCreditCode(800_000 + ++codes),
        jurisdiction: '浙江' as const,
        listDate: '2020-05-06',
        totalShares: '1000',
        csrcIndustry: 'C26',
        ...over,
      }
      return (await server.ok(companyResource.insert, input, as ? { as } : {})).companyId
    },
  }
}
