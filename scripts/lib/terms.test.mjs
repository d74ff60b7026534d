import { checkTerms } from './terms.mjs'

const found = (file, text) => checkTerms(new Map([[file, text]])).map(({ line, message }) => `${line} ${message.split(':')[0]}`)

test.each([
  ['a name', 'server/src/a.ts', 'const a = 1\nfunction judgeDates() {}', ['2 "judgeDates" is not a term of this code']],
  ['a type, in the server', 'server/src/a.ts', 'let a: Who', ['1 "Who" is not a term of this code']],
  ['a comment', 'host/src/a.ts', '// Her fees.\nlet her = 1', ['1 "Her" is not a term of this code']],
  ['a document', 'docs/a.md', 'one\n```\ndeed\n```\na deed', ['5 "deed" is not a term of this code']],
])('%s that is not of the list is found at its line', (_what, file, text, expected) => {
  expect(found(file, text)).toEqual(expected)
})

test.each([
  ['what a text says', 'server/src/a.ts', "const a = 'her deed'"],
  ['a word of the browser that means another thing', 'host/src/a.ts', 'const mounted = useRef(true)'],
  ['a name in a document as it stands in code', 'docs/a.md', 'the column `paper`'],
  ['what databases have gone through', 'server/migrations/a.ts', '// Her deed.'],
])('%s is left alone', (_what, file, text) => {
  expect(found(file, text)).toEqual([])
})
