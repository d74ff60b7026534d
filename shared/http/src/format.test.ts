import { apiBase, fileBases, isMobileBrowser, pickEnvironment, type ConsoleConfig } from './environment'
import { contentTypeOf, dateFormat, fileSize, wan, yuan } from './format'
import { aesDecrypt, md5 } from './crypto'
import AES from 'crypto-js/aes'
import Utf8 from 'crypto-js/enc-utf8'
import ECB from 'crypto-js/mode-ecb'

test('file sizes divide by 1024, with thousands and two decimals but for bytes', () => {
  expect([0, null, 512, 1023, 1024, 1536, 1024 ** 2, 5 * 1024 ** 3, 3 * 1024 ** 4, 2048 * 1024 ** 4].map((n) => fileSize(n))).toEqual([
    '0 B', '0 B', '512 B', '1,023 B', '1.00 KB', '1.50 KB', '1.00 MB', '5.00 GB', '3.00 TB', '2,048.00 TB',
  ])
})

test('money is shown in 万 with two decimals and thousands, from 分', () => {
  expect([wan(12_340_000), wan(1_234_567_800_00), wan(-12_345_678_00), wan(0), wan(null), wan(1), yuan(123_456)]).toEqual(['12.34万', '123,456.78万', '-1,234.57万', '0.00万', '0.00万', '0.00万', '1,234.56'])
})

test('dates have the default form, instants on the clock of Asia/Shanghai; nonsense is empty', () => {
  expect(dateFormat('2026-03-02T00:15:20Z')).toBe('2026-03-02 08:15:20')
  expect(dateFormat(Date.parse('2026-03-01T18:15:20Z'), 'YYYY年M月D日 HH:mm')).toBe('2026年3月2日 02:15')
  expect([dateFormat('2026-03-02', 'YYYY/MM/DD'), dateFormat('2026-03-02 09:15')]).toEqual(['2026/03/02', '2026-03-02 09:15:00'])
  expect([dateFormat(null), dateFormat('nonsense')]).toEqual(['', ''])
})

test('content types by extension, a spreadsheet by default', () => {
  expect([contentTypeOf('.pdf'), contentTypeOf('ZIP'), contentTypeOf(undefined)]).toEqual([
    'application/pdf', 'application/zip', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
})

test('AES values of neighbours are read with the configured key; a wrong key gives nothing', () => {
  const key = '0123456789abcdef'
  const hidden = AES.encrypt('第一会议室', Utf8.parse(key), { mode: ECB }).toString()
  expect(aesDecrypt(hidden, key)).toBe('第一会议室')
  expect(aesDecrypt(hidden, 'fedcba9876543210')).not.toBe('第一会议室')
  expect(md5('abc')).toBe('900150983cd24fb0d6963f7d28e17f72')
})

const config: ConsoleConfig = {
  title: '', organisation: '',
  environments: [
    { name: 'localhost', origins: ['localhost'] },
    { name: 'test', origins: ['https://test-host.example.cn'], apiHost: 'https://api.test.example.cn' },
    { name: 'production', origins: ['https://www.example.cn'], apiHost: 'https://www.example.cn' },
  ],
}

test.each([
  ['http://localhost:8080', 'localhost'],
  ['http://127.0.0.1', 'localhost'],
  ['http://[::1]:3000', 'localhost'],
  ['https://test-host.example.cn', 'test'],
  // Look-alikes get no test addresses.
  ['https://test-host.example.cn.evil.example', 'production'],
  ['https://xlocalhost', 'production'],
  ['http://localhost.evil.example', 'production'],
  ['https://test-host.example.cn:8443', 'production'],
  ['http://test-host.example.cn', 'production'],
])('%s is the environment %s', (origin, name) => {
  expect(pickEnvironment(config, origin).name).toBe(name)
})

test('on localhost the base path is bare, elsewhere it has the host', () => {
  expect(apiBase(pickEnvironment(config, 'http://localhost:1'), 'http://localhost:1')).toBe('/capcoapi')
  expect(apiBase(pickEnvironment(config, 'https://test-host.example.cn'), 'https://test-host.example.cn')).toBe('https://api.test.example.cn/capcoapi')
})

test('files come from where the environment has their kind, else from the API; on localhost from the page’s own server', () => {
  const bases = (environment: Partial<ConsoleConfig['environments'][number]>, origin = 'https://a.example') => fileBases(pickEnvironment({ title: '', organisation: '', environments: [{ name: 'production', ...environment }] }, origin), origin)
  expect(bases({})).toEqual({ download: '/capcoapi', file: '/capcoapi', image: '/capcoapi' })
  expect(bases({ apiHost: 'https://api.example/' })).toEqual({ download: 'https://api.example/capcoapi', file: 'https://api.example/capcoapi', image: 'https://api.example/capcoapi' })
  const all = { apiHost: 'https://api.example', downloads: 'https://d.example', fileBase: 'https://f.example/', imageBase: 'https://i.example' }
  expect(bases(all)).toEqual({ download: 'https://d.example/capcoapi', file: 'https://f.example/capcoapi', image: 'https://i.example/capcoapi' })
  expect(bases({ ...all, imageBase: '' }).image).toBe('https://f.example/capcoapi')
  expect(bases(all, 'http://localhost:1')).toEqual({ download: '/capcoapi', file: '/capcoapi', image: '/capcoapi' })
})

test('a telephone is known by what its browser says', () => {
  const browser = (userAgent: string, mobile?: boolean) => isMobileBrowser({ userAgent, ...(mobile === undefined ? {} : { userAgentData: { mobile } }) } as unknown as Navigator)
  expect([browser('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)'), browser('Mozilla/5.0 (Linux; Android 14) Mobile Safari'), browser('anything', true)]).toEqual([true, true, true])
  expect([browser('Mozilla/5.0 (Windows NT 10.0; Win64; x64)'), browser('Mozilla/5.0 (iPad; CPU OS 17_0) Mobile'), browser('Mobile', false)]).toEqual([false, false, false])
})
