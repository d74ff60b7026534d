import { MAX_VIEWS, type deleteSavedView, type saveSavedView, type selectSavedViews } from '@assoc/contract/platform/saved-view'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { storedJson } from '../json-value'
import * as repository from './repository'

const MAX_COLUMN_BYTES = 20 * 1024

/** The caller's own views of a list, and those shared with them. */
export async function select({ db, principal, input }: Context<typeof selectSavedViews>) {
  const rows = await repository.listViews(db, input.list, principal.userId, principal.deptId)
  return {
    items: rows.map((r) => ({
      viewId: r.view_id,
      title: r.title,
      search: r.search,
      columns: r.columns as never,
      shareWith: r.share_with,
      mine: r.user_id === principal.userId,
      ownerName: r.real_name,
      version: r.version,
    })),
  }
}

/** Keeps a view of the caller's own. Others' are answered as not there. */
export async function save({ db, principal, input, audit }: Context<typeof saveSavedView>) {
  const { viewId, version, list, title, search, shareWith } = input
  const fields = { title, search, shareWith, columns: storedJson('columns', input.columns, MAX_COLUMN_BYTES) }
  if (viewId === undefined) {
    if ((await repository.countViews(db, principal.userId, list)) >= MAX_VIEWS) throw refuse.field('title', `每个列表最多保存 ${MAX_VIEWS} 个视图，请先删除不用的`)
    const { view_id } = await repository.insertView(db, principal.userId, list, fields)
    audit({ recordType: 'savedView', recordId: view_id, verb: 'insert', after: { list, title, shareWith } })
    return { viewId: view_id }
  }
  const old = await mine(db, principal.userId, viewId)
  if (old.list !== list) throw refuse.field('list', '视图不属于这个列表')
  if (!(await repository.updateView(db, viewId, version ?? 0, fields))) throw refuse.conflict({ title: old.title, shareWith: old.share_with, version: old.version })
  audit({ recordType: 'savedView', recordId: viewId, verb: 'update', before: { title: old.title, shareWith: old.share_with }, after: { title, shareWith } })
  return { viewId }
}

export async function remove({ db, principal, input, audit }: Context<typeof deleteSavedView>) {
  const old = await mine(db, principal.userId, input.viewId)
  if (!(await repository.removeView(db, input.viewId, input.version))) throw refuse.conflict({ title: old.title, version: old.version })
  audit({ recordType: 'savedView', recordId: input.viewId, verb: 'delete', before: { list: old.list, title: old.title } })
  return {}
}

async function mine(db: Context<typeof saveSavedView>['db'], userId: string, viewId: string) {
  const view = await repository.findView(db, viewId)
  if (!view || view.user_id !== userId) throw refuse.notFound()
  return view
}
