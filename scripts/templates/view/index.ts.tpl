import { __entity__ as contract } from '@assoc/contract/__area__/__kebab__'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { initials, normalise } from '../../../platform/search/grams'
import { __entity__Menu } from './seed'
import './tables'

export const runtime = mountResource(contract, {
  table: '__table__',
  columns: { __entity__Id: '__snake___id', __entity__Name: '__snake___name' },
  module: '__area__',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  keyword: { columns: ['search_text'], grams: true },
  derive: ({ __entity__Name: name }) => ({ search_text: [String(name), initials(String(name))].map(normalise).join('|') }),
  order: { field: 'updateTime', direction: 'desc' },
  constraints: { __table___name_unique: () => refuse.field('__entity__Name', '该__name__名称已被使用') },
})

export const __entity__ = { ...runtime, seeds: [__entity__Menu] }
