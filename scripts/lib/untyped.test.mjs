import { checkUntyped, UNTYPED } from './untyped.mjs'

const of = (text, file = 'server/src/areas/fee/x.ts') => checkUntyped(new Map([[file, text]])).map(({ line, message }) => `${line} ${message.split(' ')[0]}`)

test('a field that is read without a type needs its reason', () => {
  expect(of("const a = 1\nconst b = row['payNo']")).toEqual(["2 row['payNo']"])
  expect(of("// untyped: kept as it was\nconst b = row?.['payNo']")).toEqual([])
  expect(of("const b = row.payNo // row['payNo']")).toEqual([])
  expect(of("type A = Row['payNo']\ntype B = (typeof rows)['payNo']\ntype C = Row['a']['b']")).toEqual([])
  expect(of("const b = rowOf(a)['payNo']\nconst c = env['PORT']\nconst d = rows[0]?.['payNo']")).toHaveLength(3)
  expect(of('const nameOf = ({ payNo }: Row) => payNo')).toHaveLength(1)
  expect(of('const keep = ({ [ACTED]: _acted, ...row }: Row) => row')).toEqual([])
  expect(of("const b = row['payNo']", 'server/src/areas/fee/x.test.ts')).toEqual([])
})

test('there are only so many of them', () => {
  const line = "// untyped: kept as it was\nconst b = row['payNo']\n"
  expect(of(line.repeat(UNTYPED))).toEqual([])
  expect(of(line.repeat(UNTYPED + 1))).toHaveLength(1)
})
