import { viewLink } from '@assoc/contract'
import { declareStatus } from '@assoc/contract/expert/declaration-status'
import { addCompanyPart } from '../../member/api'
import { ofCompany } from './company-part.repository'

const ROWS = 5

// What a company and its people have declared, on the company's page.
addCompanyPart({
  key: 'declarations',
  title: '申报',
  order: 70,
  permit: 'declaration:declare:manage',
  read: async (db, principal, companyId) => {
    const { total, rows } = await ofCompany(db, principal, companyId, ROWS)
    if (total === 0) return null
    return {
      facts: [],
      columns: ['申报编号', '评价方案', '申报人', '状态', '评价等级'].map((title) => ({ title, align: 'left' as const })),
      rows: rows.map((row) => [row.declareNo, row.schemeName, row.declarantName, declareStatus.labels[row.declareStatus], row.grade ?? '']),
      total,
      link: viewLink('expert/DeclareList', { companyId }),
    }
  },
})
