import type { ServerModule } from '..'
import { company } from './company'
import './company-parts'
import { records } from './records'
import { stockList } from './stock-list'

/** Companies and the stock lists that are read into them. */
export const memberModules: ServerModule[] = [company, stockList, records]
