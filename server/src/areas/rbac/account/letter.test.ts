import { pdfText } from '../../../../../scripts/jest/pdf-text.mjs'
import { letterPdf } from './letter'

test('a letter a page: who it is for above the fold, the password below, and until when', async () => {
  const until = new Date('2026-03-02T01:15:00Z')
  const letters = ['甄收件', '贾收件'].map((realName, i) => ({ loginName: `shoujian${i}`, realName, password: `Abcd2345efgh678${i}`, until, address: null }))
  const pdf = await letterPdf(letters)
  const text = pdfText(pdf)
  for (const { loginName, realName, password } of letters) for (const word of [loginName, realName, password]) expect(text).toContain(word)
  expect(text).toContain('2026-03-02 09:15')
  expect(text.match(/密码函$/gm)).toHaveLength(2)
  expect(/\/Type \/Pages\s*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]).toBe('2')
})

test('a password is printed letter by letter: no two of them share a glyph', async () => {
  const password = 'fftiQ7w8nA8fkffl'
  const pdf = await letterPdf([{ loginName: 'shoujian', realName: '甄收件', password, until: new Date(), address: null }], { compress: false })
  expect(pdfText(pdf)).toContain(password)
  // A ligature stands in the font's map as one glyph of several characters.
  expect(pdf.toString('latin1')).not.toMatch(/<0066 0066/)
})
