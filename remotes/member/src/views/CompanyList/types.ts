import type { ResponseOf } from '@assoc/contract'
import type { listStatus, selectCompany, selectCompanyByPage } from '@assoc/contract/member/company'

/** A company in full. */
export type Company = ResponseOf<typeof selectCompany>
/** A company as the list shows it. */
export type CompanyRow = ResponseOf<typeof selectCompanyByPage>['items'][number]
export type StatusStep = (typeof listStatus.transitions)[number]
