import { defineEntity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'

export const __entity__Entity = defineEntity({
  name: '__entity__',
  table: '__table__',
  idColumn: '__snake___id',
  module: '__area__',
  scope: { dept: 'dept_id', self: 'create_by' },
  constraints: { __table___name_unique: () => refuse.field('__entity__Name', '该__name__名称已被使用') },
})
