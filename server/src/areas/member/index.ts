import type { ServerModule } from '../../platform/module'
import { archive } from './archive'
import { boardTerm } from './board-term'
import { category } from './category'
import { changeRequest } from './change-request'
import { company } from './company'
import './company/dept-use.repository'
import { companyChange } from './company-change'
import './company-parts'
import { contact } from './contact'
import { demand } from './demand'
import { director } from './director'
import { enterpriseUser } from './enterprise-user'
import { exclusiveUser } from './exclusive-user'
import { joinApply } from './join-apply'
import { deletedMembers, membership } from './membership'
import { records } from './records'
import { report } from './report'
import { reportUser } from './report-user'
import { statistics } from './statistics'
import { stockList } from './stock-list'
import { trial } from './trial'
import { transfer } from './transfer'
import { withdraw } from './withdraw'
import './personal-data'

/** Companies and their people, memberships from application to archive, and what companies hand in and look for. */
export const memberModules: ServerModule[] = [
  company, companyChange, stockList, category, boardTerm, contact, membership, deletedMembers, exclusiveUser, joinApply, transfer, withdraw, archive, records, statistics,
  demand, director, enterpriseUser, trial, changeRequest, report, reportUser,
]
