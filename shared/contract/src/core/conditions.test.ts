import { z } from 'zod'
import { body } from './call'
import { asksFor, matters, onlyWhen, withoutIdle } from './conditions'
import { choice, choiceField, flag, optionalText, ref, shapeOf, version, withMeta } from './fields'
import { files } from './files'
import { personal } from './personal'

const kind = choice('方式', { post: '邮寄', mail: '电子邮件' })
const fields = {
  kind: choiceField(kind),
  address: onlyWhen(optionalText('地址', 50), 'kind', ['post'], true),
  officeId: onlyWhen(ref('网点', 'office').nullish(), 'kind', ['post'], true),
  proof: onlyWhen(files('回执').optional(), 'kind', ['post'], true),
  urgent: onlyWhen(flag('加急'), 'kind', ['post'], false),
  mobile: onlyWhen(personal(withMeta(z.string().nullish(), { label: '手机' }), 'mobile'), 'kind', ['mail'], true),
}
const insert = asksFor(body(fields))
const sentences = (schema: z.ZodType, given: unknown) => (schema.safeParse(given).error?.issues ?? []).map((i) => [i.path.join('.'), i.message])

test('what matters and is asked for has a sentence of its own kind at its field; what does not matter is not asked for', () => {
  expect(sentences(insert, { kind: 'post', urgent: true, address: '  ' })).toEqual([['address', '请填写地址'], ['officeId', '请选择网点'], ['proof', '请上传回执']])
  expect(sentences(insert, { kind: 'mail', urgent: false })).toEqual([['mobile', '请填写手机']])
  expect(sentences(insert, { kind: 'mail', urgent: false, mobile: '19900000001' })).toEqual([])
})

test('it is asked for although something else is wrong as well', () => {
  expect(sentences(insert, { kind: 'post', address: '示例路', officeId: '3' }).map(([path]) => path)).toEqual(['urgent', 'proof'])
})

test('personal data that a change leaves out stays as it is stored, and is asked for when it is emptied', () => {
  const update = asksFor(body({ ...fields, version: version() }))
  expect(sentences(update, { kind: 'mail', urgent: false, version: 1 })).toEqual([])
  expect(sentences(update, { kind: 'mail', urgent: false, version: 1, mobile: null })).toEqual([['mobile', '请填写手机']])
})

test('what does not matter is emptied by its type; what was not given stays away', () => {
  expect(withoutIdle(fields, { kind: 'mail', address: '北京', officeId: '3', proof: [{}], urgent: true, mobile: '1' })).toEqual({ kind: 'mail', address: null, officeId: null, proof: [], urgent: false, mobile: '1' })
  expect(withoutIdle(fields, { kind: 'mail' })).toEqual({ kind: 'mail' })
})

test('the schema keeps its shape, and a field without condition always matters', () => {
  expect(Object.keys(shapeOf(insert) ?? {})).toEqual(Object.keys(fields))
  expect(matters(fields.kind, {})).toBe(true)
  expect(matters(fields.address, { kind: 'mail' })).toBe(false)
})
