import { dict as dictContract, dictItem as itemContract } from '@assoc/contract/rbac/dict'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { itemCount } from './repository'
import { demoDicts, dictSeed } from './seed'
import './tables'

const BUILT_IN = '内置字典不能停用或删除，程序按编码使用它'

const runtime = mountResource(dictContract, {
  table: 'dict',
  computed: { itemCount },
  keyword: { columns: ['dict_code', 'dict_name'], grams: true },
  order: { field: 'dictCode', direction: 'asc' },
  constraints: {
    dict_code_unique: () => refuse.field('dictCode', '该字典编码已被使用'),
    dict_name_unique: () => refuse.field('dictName', '该字典名称已被使用'),
  },
  nameOf: (row) => row.dictName,
  // A program looks a built-in dictionary up by its code: it may be formatted anew and get more items, no more.
  may: (_who, row, verb) => verb === 'update' || !row.builtIn,
  before: {
    update: (_action, row, fields) => {
      if (row.builtIn && fields.dictCode !== row.dictCode) throw refuse.field('dictCode', '内置字典的编码不能修改')
    },
    remove: (_action, row) => {
      if (row.builtIn) throw refuse.inUse(BUILT_IN)
    },
  },
})

export const dict = { ...runtime, seeds: [dictSeed, demoDicts] }

export const dictItem = mountResource(itemContract, {
  table: 'dict_item',
  keyword: { columns: ['item_value', 'item_label'], grams: true },
  order: { field: 'sortNo', direction: 'asc' },
  constraints: { dict_item_value_unique: () => refuse.field('itemValue', '该字典中已有此值') },
  nameOf: (row) => row.itemLabel,
})
