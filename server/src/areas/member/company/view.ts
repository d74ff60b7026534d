import type { CompanyFields } from './fields'
import type { StoredCompany } from './repository'

/** The fields of a stored company that its form writes. */
export const fieldsOf = (row: StoredCompany): CompanyFields => ({
  companyName: row.company_name,
  shortName: row.short_name,
  companyType: row.company_type as CompanyFields['companyType'],
  stockCode: row.stock_code,
  stockCodeB: row.stock_code_b,
  exchange: row.exchange as CompanyFields['exchange'],
  board: row.board as CompanyFields['board'],
  creditCode: row.credit_code as CompanyFields['creditCode'],
  listDate: row.list_date,
  totalShares: row.total_shares,
  jurisdiction: row.jurisdiction as CompanyFields['jurisdiction'],
  csrcIndustry: row.csrc_industry,
  swIndustry: row.sw_industry,
  legalRep: row.legal_rep,
  regAddress: row.reg_address,
  officeAddress: row.office_address,
  companyPhone: row.company_phone,
  companyEmail: row.company_email,
  controllerType: row.controller_type as CompanyFields['controllerType'],
  deptId: row.dept_id,
  remark: row.remark,
})
