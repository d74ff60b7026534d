import { sharesText } from './shares'

test('shares are grouped and keep their decimals', () => {
  expect(sharesText('1940591.8198')).toBe('1,940,591.8198')
  expect(sharesText('80000')).toBe('80,000')
  expect(sharesText('999')).toBe('999')
  expect(sharesText(null)).toBe('—')
})
