import type { ServerModule } from '..'
import { category } from './category'
import { company } from './company'
import './company-parts'
import { contact } from './contact'
import { joinApply } from './join-apply'
import { deletedMembers, membership } from './membership'
import { feeModules } from './fee'
import { records } from './records'
import { messageModules } from './message'
import { stockList } from './stock-list'
import { withdraw } from './withdraw'

/** Companies and their people, memberships, records about them, and the stock lists that are read into them. */
export const memberModules: ServerModule[] = [company, stockList, records, category, contact, membership, deletedMembers, joinApply, withdraw]
/** Companies and the stock lists that are read into them. */
export const memberModules: ServerModule[] = [company, stockList, records, ...feeModules]
export const memberModules: ServerModule[] = [company, stockList, records, ...messageModules]
