import { searchRecords } from '@assoc/contract/platform/workspace'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { recordsFound } from '../../../platform/search/palette'

/** What the palette finds beside the menu, from all areas. */
export const palette: ServerModule = { bindings: [handle(searchRecords, ({ db, principal, input }) => recordsFound(db, principal, input.keyword))] }
