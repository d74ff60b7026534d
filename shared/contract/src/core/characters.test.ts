import { z } from 'zod'
import { body, call, signedIn } from './call'
import { isPlainFileName, isStorable, storable } from './characters'
import { optionalText, text } from './fields'
import { fileItem } from './files'

test.each([['', true], ['中文 😀\n\t', true], ['a\u0000', false], ['\ud83d', false], ['\ude00', false], ['\ude00\ud83d', false], ['a\ud83d😀', false]])('%j can be stored: %s', (given, can) => {
  expect(isStorable(given)).toBe(can)
})

test('the schema of a call refuses such a text, as the server asks it, wherever it stands, names of fields included, and names the place', () => {
  const free = call({ path: '/x', title: 'x', access: signedIn, request: body({ any: z.unknown(), map: z.record(z.string(), z.string()).optional(), raw: z.string().optional() }), response: z.unknown() })
  const pathsOf = (given: unknown) => storable(free.request).safeParse(given).error?.issues.map((i) => i.path.join('.'))
  expect(pathsOf({ any: { a: ['x', { b: '\ud800' }] } })).toEqual(['any.a.1.b'])
  expect(pathsOf({ any: null, map: { 'a\u0000': 'x' } })).toEqual(['map'])
  expect(pathsOf({ any: null, raw: '\udc00' })).toEqual(['raw'])
  expect(pathsOf({ any: '好', map: { a: 'x' }, raw: '😀' })).toBeUndefined()
  // What its own field refuses is said once.
  const own = call({ path: '/y', title: 'y', access: signedIn, request: body({ name: text('名称', 20) }), response: z.unknown() })
  expect(storable(own.request).safeParse({ name: 'a\u0000' }).error?.issues.map((i) => i.message)).toEqual(['名称含有不可见的控制字符'])
})

test('short texts stand on one line, long ones may have several; other controls are in none', () => {
  const messages = (schema: z.ZodType, given: string) => schema.safeParse(given).error?.issues.map((i) => i.message)
  for (const line of ['a\nb', 'a\rb', 'a\r\nb', 'a\u2028b']) {
    expect(messages(text('名称', 50), line)).toEqual(['名称不能换行'])
    expect(messages(optionalText('关键字', 50), line)).toEqual(['关键字不能换行'])
    expect(messages(text('原因', 200), line)).toBeUndefined()
    expect(messages(optionalText('备注', 500), line)).toBeUndefined()
  }
  expect(messages(text('名称', 50), ' a \n')).toBeUndefined()
  expect(messages(text('原因', 200), 'a\u0007')).toEqual(['原因含有不可见的控制字符'])
})

test.each([['章程.pdf', true], ['a b (1).docx', true], ['a\u202efdp.exe', false], ['a\u2066b', false], ['a\nb', false], ['a\tb', false], ['\ud800.pdf', false]])('the name %j of a file is plain: %s', (name, plain) => {
  expect(isPlainFileName(name)).toBe(plain)
  expect(fileItem.safeParse({ fileId: '1', fileName: name, fileSize: 1 }).success).toBe(plain)
})
