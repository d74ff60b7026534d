import { markStyles } from './style-nonce'

const page = () => document.implementation.createHTMLDocument('')

test('style tags that scripts make bear the nonce, other tags do not', () => {
  const marked = page()
  markStyles('abc', marked)
  expect(marked.createElement('style').nonce).toBe('abc')
  expect(marked.createElement('STYLE').nonce).toBe('abc')
  expect(marked.createElement('script').nonce).toBeFalsy()
  expect(marked.createElement('p').tagName).toBe('P')
})

test('what a parser makes of a text bears none', () => {
  const marked = page()
  markStyles('abc', marked)
  marked.body.innerHTML = '<style>p{color:red}</style>'
  expect(marked.querySelector('style')?.nonce).toBeFalsy()
})

test('a page without a nonce is left alone', () => {
  const plain = page()
  const { createElement } = plain
  markStyles(undefined, plain)
  expect(plain.createElement).toBe(createElement)
})
