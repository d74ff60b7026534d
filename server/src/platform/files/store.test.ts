import { looksLike } from './store'

test.each([
  ['xml', '<?xml version="1.0" encoding="UTF-8"?><EInvoice/>', true],
  ['xml', '\u{feff}<?xml version="1.0"?><EInvoice/>', true],
  ['xml', '<html><script></script></html>', false],
  ['xml', 'MZ', false],
  ['pdf', '%PDF-1.7', true],
  ['pdf', '<?xml version="1.0"?>', false],
  ['exe', 'MZ', false],
])('a file is known by how it begins: %s %s', (extension, text, right) => {
  expect(looksLike(extension, Buffer.from(text))).toBe(right)
})
