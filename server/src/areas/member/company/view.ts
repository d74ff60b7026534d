import type { PermitCode, ResponseOf } from '@assoc/contract'
import { listStatus } from '@assoc/contract/member/company'
import type * as calls from '@assoc/contract/member/company'
import { has, type Principal } from '../../../platform/access/principal'
import { iso } from '../../../platform/database/database'
import { hasListing, type CompanyFields } from './fields'
import type { CompanyListRow } from './list.repository'
import type { StoredCompany } from './repository'

type Row = ResponseOf<typeof calls.selectCompanyByPage>['items'][number]
export type Detail = ResponseOf<typeof calls.selectCompany>

/** What this person may do with a company in this status. */
function abilities(principal: Principal, status: Row['listStatus'], companyType: string): string[] {
  const may = (permit: PermitCode) => has(principal, permit)
  const plain = (['update', 'delete'] as const).filter((verb) => may(`member:company:${verb}`))
  const steps = listStatus.verbs(status, may).filter((verb) => status !== 'unlisted' || hasListing(companyType) || verb !== 'markNormal')
  return [...plain, ...steps, ...(may('member:company:reshape') ? ['reshape'] : [])]
}

/** A row of the list as the contract words it. */
export function asRow(row: CompanyListRow, principal: Principal): Row {
  const status = row.list_status as Row['listStatus']
  return {
    companyId: row.company_id,
    stockCode: row.stock_code,
    shortName: row.short_name,
    companyName: row.company_name,
    companyType: row.company_type as Row['companyType'],
    board: row.board as Row['board'],
    jurisdiction: row.jurisdiction as Row['jurisdiction'],
    csrcIndustry: row.csrc_industry,
    csrcIndustryName: row.csrc_industry_name,
    swIndustry: row.sw_industry,
    swIndustryName: row.sw_industry_name,
    listDate: row.list_date,
    totalShares: row.total_shares,
    listStatus: status,
    updateTime: iso(row.update_time),
    version: row.version,
    abilities: abilities(principal, status, row.company_type),
  }
}

/** A company in full as the contract words it. */
export function asDetail(row: StoredCompany, principal: Principal): Detail {
  return {
    ...asRow(row, principal),
    exchange: row.exchange as Detail['exchange'],
    stockCodeB: row.stock_code_b,
    oldStockCode: row.old_stock_code,
    formerNames: row.former_names,
    creditCode: row.credit_code,
    legalRep: row.legal_rep,
    regAddress: row.reg_address,
    officeAddress: row.office_address,
    companyPhone: row.company_phone,
    companyEmail: row.company_email,
    controllerType: row.controller_type as Detail['controllerType'],
    deptId: row.dept_id,
    deptName: row.dept_name,
    remark: row.remark,
    createTime: iso(row.create_time),
  }
}

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
