import { withoutSuffix } from './arrival'

const origin = 'https://console.example'

test.each([
  ['/', `${origin}//manager`],
  ['/companyList', `${origin}/companyList/manager`],
  ['/companyList?keyword=600', `${origin}/companyList?keyword=600/manager`],
  ['/a?b=1#c', `${origin}/a?b=1#c/manager`],
])('the suffix is taken off again: %s', (path, href) => {
  expect(withoutSuffix(href, '/manager')).toBe(path)
})

test('an address without it stays, and so does every address where no suffix is configured', () => {
  expect(withoutSuffix(`${origin}/companyList`, '/manager')).toBeNull()
  expect(withoutSuffix(`${origin}/companyList/manager`, '')).toBeNull()
})

test('what is left is a path of this origin, whatever stood in the address', () => {
  expect(withoutSuffix(`${origin}//evil.example/manager`, '/manager')).toBe('/evil.example')
})
