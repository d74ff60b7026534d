import { z } from 'zod'
import { flag, int, optionalText, ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { dictLookup } from './lookups'
import { rbac } from './permits'

const inUse = (label: string) =>
  statusMachine(label, { enabled: ['启用', 'green'], disabled: ['停用', 'grey'] }, [
    { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: 'rbac:dict:update', danger: true },
    { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: 'rbac:dict:update' },
  ])

export const dictStatus = inUse('状态')
export const itemStatus = inUse('状态')

const access = { read: rbac('dict:read'), insert: rbac('dict:update'), update: rbac('dict:update'), remove: rbac('dict:update'), export: rbac('dict:read') }

/** A dictionary: a list of values that staff keep themselves, such as reasons of withdrawal. */
export const dict = resource({
  name: 'dict',
  label: '字典',
  base: '/user/dict',
  id: 'dictId',
  fields: {
    dictCode: withMeta(
      z.string({ error: '请填写字典编码' }).trim().regex(/^[a-z][A-Za-z0-9]{1,39}$/, '字典编码须以小写字母开头，由字母和数字组成，最多 40 位'),
      { label: '字典编码', alsoCalled: ['编码', '字典代码'] },
    ),
    dictName: withMeta(text('字典名称', 30), { alsoCalled: ['名称'] }),
    remark: optionalText('备注', 200),
  },
  more: {
    builtIn: flag('内置'),
    itemCount: withMeta(z.number().int(), { label: '字典项数', show: 'count' }),
  },
  filters: { keyword: optionalText('关键字', 30), dictStatus: dictStatus.schema.optional() },
  view: 'rbac/DictList',
  facts: ['dictCode', 'builtIn', 'itemCount'],
  sortable: ['dictCode', 'dictName'],
  access: { ...access, import: rbac('dict:update') },
  status: { field: 'dictStatus', machine: dictStatus },
})

/** One value of a dictionary. */
export const dictItem = resource({
  name: 'dictItem',
  label: '字典项',
  base: '/user/dictItem',
  id: 'dictItemId',
  fields: {
    dictId: ref('字典', dictLookup),
    itemValue: text('值', 40),
    itemLabel: text('显示名称', 60),
    sortNo: int('排序', 0, 9999),
    remark: optionalText('备注', 200),
  },
  filters: { dictId: ref('字典', 'dict').optional(), keyword: optionalText('关键字', 30), itemStatus: itemStatus.schema.optional() },
  facts: ['itemValue', 'itemLabel', 'sortNo'],
  sortable: ['sortNo', 'itemValue'],
  access,
  status: { field: 'itemStatus', machine: itemStatus },
})
