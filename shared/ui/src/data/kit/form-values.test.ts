import { fromForm, type FormField } from './FormFields'

const several: FormField[] = [
  { name: 'roleIds', kind: 'select', multiple: true, options: [] },
  { name: 'memberIds', kind: 'ref', multiple: true },
]

test('a choice of several that nobody has touched is none, also where its field came when the form stood already', () => {
  expect(fromForm(several, {})).toEqual({ roleIds: [], memberIds: [] })
  expect(fromForm(several, { roleIds: ['1'], memberIds: undefined })).toEqual({ roleIds: ['1'], memberIds: [] })
  expect(fromForm([{ name: 'typeId', kind: 'select', options: [] }], {})).toEqual({ typeId: null })
})
