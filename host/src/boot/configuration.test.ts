import { readConfiguration, readRegistry } from './configuration'

const fetched = jest.fn<Promise<unknown>, [string]>()
const answer = (body: unknown, ok = true) => fetched.mockResolvedValue({ ok, json: async () => body })

function inline(id: string, text: string) {
  const element = document.createElement('script')
  element.id = id
  element.type = 'application/json'
  element.textContent = text
  document.head.append(element)
}

beforeEach(() => {
  document.head.innerHTML = ''
  fetched.mockReset()
  globalThis.fetch = fetched as unknown as typeof fetch
  // What jsdom lacks here.
  AbortSignal.timeout ??= () => new AbortController().signal
})

test('what the server wrote into the page is taken, and nothing is asked for', async () => {
  inline('config', '{"title":"某协会","environments":[{"name":"test","origins":["https://t.example"]}]}')
  inline('remotes', '{"payload":"{}","signature":"","keyId":"k"}')
  expect(await readConfiguration()).toEqual({ title: '某协会', organisation: '', environments: [{ name: 'test', origins: ['https://t.example'] }] })
  // Found in the page, and refused there: its key is none of this installation's.
  expect(await readRegistry({})).toEqual({ ok: false, refusal: 'unknownKey' })
  expect(fetched).not.toHaveBeenCalled()
})

test.each([undefined, '{"title":', 'null'])('with %s in the page, config.json is asked', async (text) => {
  if (text) inline('config', text)
  answer({ title: '文件里的' })
  expect(await readConfiguration()).toEqual({ title: '文件里的', organisation: '', environments: [] })
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/config.json'])
})

test('without page and file the defaults stand and no remote is known', async () => {
  answer({ title: 'x', remotes: [{ name: 'member' }] }, false)
  expect(await readConfiguration()).toEqual({ title: '会员信息平台', organisation: '', environments: [] })
  expect(await readRegistry({})).toEqual({ ok: false, refusal: 'missing' })
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  expect((await readConfiguration()).title).toBe('会员信息平台')
  expect(await readRegistry({})).toEqual({ ok: false, refusal: 'missing' })
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/config.json', '/remotes.json', '/config.json', '/remotes.json'])
})

test.each(['{"remotes":{}}', '{"remotes":null}', '[]', '7'])('a registry of %s is none', async (text) => {
  inline('remotes', text)
  expect(await readRegistry({})).toEqual({ ok: false, refusal: 'missing' })
})
