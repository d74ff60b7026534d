import { instant, optionalText, text } from '../core/fields'
import { resource } from '../core/resource'
import { __area__ } from './permits'

/** __name__. */
export const __entity__ = resource({
  name: '__entity__',
  label: '__name__',
  base: '/__area__/__entity__',
  id: '__entity__Id',
  fields: {
    __entity__Name: text('__name__名称', 50),
    remark: optionalText('备注', 500),
  },
  view: '__area__/__View__',
  facts: ['remark', 'updateTime'],
  more: { updateTime: instant('更新时间') },
  filters: { keyword: optionalText('关键字', 50) },
  sortable: ['__entity__Name', 'updateTime'],
  access: {
    read: __area__('__entity__:read'),
    insert: __area__('__entity__:update'),
    update: __area__('__entity__:update'),
    remove: __area__('__entity__:update'),
    export: __area__('__entity__:read'),
    import: __area__('__entity__:update'),
  },
})
