import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { withMeta } from '../core/fields'
import { richText } from '../core/rich-text'
import { rbac } from '../rbac/permits'

/** A page as routes name it: a view of a remote or of the host itself. */
const menuLink = withMeta(z.string().max(80).regex(/^[a-z]+\/[A-Za-z0-9]{1,60}$/, '页面不正确'), { label: '页面' })

/** The help of a page; none has been written while the content is null. Version 0 where there never was one. */
export const selectPageHelp = call({
  path: '/user/help/selectPageHelp',
  title: '查看页面帮助',
  access: signedIn,
  request: body({ menuLink }),
  response: z.object({ content: richText('帮助内容', 5_000).nullable(), version: z.number().int(), updateName: z.string().nullable(), updateTime: z.string().nullable() }),
})

/** Writes the help of a page; null takes it away. */
export const savePageHelp = call({
  path: '/user/help/savePageHelp',
  title: '编辑页面帮助',
  access: rbac('help:update'),
  write: true,
  request: body({ menuLink, content: richText('帮助内容', 5_000).nullable(), version: withMeta(z.number().int().min(0).max(2_147_483_647), { label: '版本' }) }),
  response: z.object({ version: z.number().int() }),
})
