import { z } from 'zod'
import { body, call, done, pageOf, pageQuery } from '../core/call'
import { id, optionalText, ref, text, version, withMeta } from '../core/fields'
import { __area__ } from './permits'

export const __entity__Row = z.object({
  __entity__Id: id(),
  __entity__Name: withMeta(z.string(), { label: '__name__名称' }),
  remark: withMeta(z.string().nullable(), { label: '备注' }),
  updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  version: version(),
  abilities: z.array(z.string()),
})

export const select__Entity__ByPage = call({
  path: '/__area__/__entity__/select__Entity__ByPage',
  title: '查询__name__',
  access: __area__('__entity__:read'),
  request: pageQuery({ keyword: optionalText('__name__名称', 50) }, ['__entity__Name', 'updateTime']),
  response: pageOf(__entity__Row),
})

export const select__Entity__ = call({
  path: '/__area__/__entity__/select__Entity__',
  title: '查看__name__',
  access: __area__('__entity__:read'),
  request: body({ __entity__Id: ref('__name__', '__entity__') }),
  response: __entity__Row,
})

const fields = {
  __entity__Name: text('__name__名称', 50),
  remark: optionalText('备注', 500),
}

export const insert__Entity__ = call({
  path: '/__area__/__entity__/insert__Entity__',
  title: '新增__name__',
  access: __area__('__entity__:update'),
  write: true,
  request: body(fields),
  response: z.object({ __entity__Id: id() }),
})

export const update__Entity__ = call({
  path: '/__area__/__entity__/update__Entity__',
  title: '修改__name__',
  access: __area__('__entity__:update'),
  write: true,
  request: body({ __entity__Id: ref('__name__', '__entity__'), version: version(), ...fields }),
  response: z.object({ version: version() }),
})

export const delete__Entity__ = call({
  path: '/__area__/__entity__/delete__Entity__',
  title: '删除__name__',
  access: __area__('__entity__:update'),
  write: true,
  request: body({ __entity__Id: ref('__name__', '__entity__'), version: version() }),
  response: done,
})
