import type { ConsoleConfigFile } from '../console-config'
import { returnAddress } from './return-address'

const OWN = 'https://console.example.cn'
const config: ConsoleConfigFile = { title: '', organisation: '', environments: [{ name: 'production', origins: ['https://mobile.example.cn'] }] }
const go = (reback: unknown) => returnAddress(reback, OWN, config)

test('own pages and listed origins are followed, without the manager suffix', () => {
  expect(go(`${OWN}/memberManage/companyList?board=star/manager`)).toBe('/memberManage/companyList?board=star')
  expect(go(`${OWN}/manager`)).toBe('/')
  expect(go(`${OWN}/a/b#c`)).toBe('/a/b#c')
  expect(go('https://mobile.example.cn/x/manager')).toBe('https://mobile.example.cn/x')
})

test('the suffix is that of the environment whose page it is', () => {
  const two: ConsoleConfigFile = { title: '', organisation: '', environments: [{ name: 'test', origins: ['https://test.example.cn'], managerSuffix: '/t' }, { name: 'production', origins: [OWN], managerSuffix: '/p' }] }
  expect(returnAddress('https://test.example.cn/a/t', OWN, two)).toBe('https://test.example.cn/a')
  expect(returnAddress('https://test.example.cn/a/p', OWN, two)).toBe('https://test.example.cn/a/p')
  expect(returnAddress(`${OWN}/a/p`, OWN, two)).toBe('/a')
})

const HOSTILE = [
  '//evil.example', '/\\evil.example', '\\\\evil.example', 'https:evil.example', 'https:/evil.example', 'https://evil.example', 'http://console.example.cn/',
  'https://console.example.cn.evil.example/', 'https://console.example.cn@evil.example/', 'https://user:pass@console.example.cn/', 'https://evil.example/https://console.example.cn',
  'https://evil.example#https://console.example.cn', 'https://evil.example?https://console.example.cn', 'https://console.example.cn:8443/', 'https://CONSOLE.example.cn.evil.example',
  'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'blob:https://console.example.cn/x', 'about:blank',
  ' https://evil.example', 'https://evil.example ', 'https://console.example.cn\n.evil.example', 'https://console.example.cn\t.evil.example', 'https://console.example.cn\u0000.evil.example',
  'https://evil。example', 'https://ｅvil.example', 'https://xn--evil-9d0b.example', 'https://console.example.cn%2eevil.example', 'https://console.example.cn%40evil.example', 'https%3A%2F%2Fevil.example',
  '%2f%2fevil.example', '/%09/evil.example', '///evil.example', '////evil.example', 'http:///evil.example', '?next=//evil.example', '', '/', 'relative', '#', 'https://', 'https://.', 'ftp://console.example.cn/',
  'ws://console.example.cn/', 'https://sub.console.example.cn/', 'https://mobile.example.cn.evil.example/', 'http://mobile.example.cn/', 'https://evilmobile.example.cn/', 'https://[::1]/', 'https://127.0.0.1/', 'https://0x7f000001/',
  'https://evil.example\\@console.example.cn', 'https://evil.example/\\console.example.cn', `https://evil.example/${'a'.repeat(5000)}`,
]
test.each(HOSTILE)('%j goes nowhere else', (reback) => {
  expect(go(reback)).toBe('/')
})

test('what is no text goes home; a path with double slashes stays a path of ours', () => {
  expect([go(undefined), go(['a']), go({}), go(5)]).toEqual(['/', '/', '/', '/'])
  expect(go(`${OWN}//evil.example`)).toBe('/evil.example')
})
