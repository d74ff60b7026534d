import * as calls from '@assoc/contract/platform/saved-view'
import { defineEntity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as service from './service'

// Whose a view is, is checked where it is read.
defineEntity({ name: 'savedView', table: 'saved_view', idColumn: 'view_id', constraints: { saved_view_title: () => refuse.field('title', '已有同名的视图') } })

export const savedView: ServerModule = {
  bindings: [handle(calls.selectSavedViews, service.select), handle(calls.saveSavedView, service.save), handle(calls.deleteSavedView, service.remove)],
}
