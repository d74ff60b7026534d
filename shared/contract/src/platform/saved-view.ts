import { z } from 'zod'
import { body, call, done, signedIn } from '../core/call'
import { choice, choiceField, flag, id, ref, text, version, withMeta } from '../core/fields'

/** Views that one person keeps for one list. */
export const MAX_VIEWS = 20

export const shareWith = choice('共享范围', { none: '仅自己', dept: '本部门', all: '所有人' })

/** menuLink of a list's view, or of a part of it. */
const list = withMeta(z.string().regex(/^[a-z]+\/[A-Za-z0-9]{1,60}(\/[A-Za-z0-9]{1,40})?$/, '列表名称不正确'), { label: '列表' })
const search = withMeta(z.string().max(6000, '查询条件过长，请减少条件后再保存').regex(/^(\?.*)?$/s, '查询条件不正确'), { label: '查询条件' })

/** Columns of a list as they differ from its defaults. */
const columns = withMeta(
  z.strictObject({
    order: z.array(z.string().max(60)).max(100).optional(),
    hidden: z.record(z.string().max(60), z.boolean()).optional(),
    widths: z.record(z.string().max(60), z.number().min(20).max(2000)).optional(),
    pinned: z.record(z.string().max(60), z.enum(['left', 'right', 'none'])).optional(),
    density: z.enum(['small', 'middle', 'large']).optional(),
  }),
  { label: '列设置' },
)

export const savedView = z.object({
  viewId: id(),
  title: text('视图名称', 20),
  search,
  columns,
  shareWith: choiceField(shareWith),
  mine: flag('本人的'),
  ownerName: withMeta(z.string(), { label: '创建人' }),
  version: version(),
})

/** The caller's own views of a list, and those that are shared with them. A view gives nobody any rights: it only holds filters and columns. */
export const selectSavedViews = call({ path: '/user/desk/selectSavedViews', title: '查询列表视图', access: signedIn, request: body({ list }), response: z.object({ items: z.array(savedView) }) })

/** Keeps a view; with an id, changes one's own. A name stands once for a person and list. */
export const saveSavedView = call({
  path: '/user/desk/saveSavedView',
  title: '保存列表视图',
  access: signedIn,
  write: true,
  request: body({ viewId: ref('视图', 'savedView').optional(), version: version().optional(), list, title: text('视图名称', 20), search, columns, shareWith: choiceField(shareWith) }),
  response: z.object({ viewId: id() }),
})

export const deleteSavedView = call({ path: '/user/desk/deleteSavedView', title: '删除列表视图', access: signedIn, write: true, request: body({ viewId: ref('视图', 'savedView'), version: version() }), response: done })
