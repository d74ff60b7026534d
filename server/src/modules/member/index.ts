import type { ServerModule } from '..'
import { archive } from './archive'
import { category } from './category'
import { company } from './company'
import './company-parts'
import { contact } from './contact'
import { joinApply } from './join-apply'
import { demand } from './demand'
import { deletedMembers, membership } from './membership'
import { feeModules } from './fee'
import { records } from './records'
import { messageModules } from './message'
import { report } from './report'
import { stockList } from './stock-list'
import { withdraw } from './withdraw'

/** Companies and their people, memberships, records about them, and the stock lists that are read into them. */
export const memberModules: ServerModule[] = [company, stockList, records, category, contact, membership, deletedMembers, joinApply, withdraw]
/** Companies and the stock lists that are read into them. */
export const memberModules: ServerModule[] = [company, stockList, records, ...feeModules]
export const memberModules: ServerModule[] = [company, stockList, records, ...messageModules]
/** Companies and their people, memberships, what they hand in, and the stock lists that are read into them. */
export const memberModules: ServerModule[] = [company, stockList, category, contact, membership, deletedMembers, records, demand, report, archive]
