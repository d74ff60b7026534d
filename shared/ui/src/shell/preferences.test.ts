import { savePreference, selectPreferences } from '@assoc/contract/platform/workspace'
import { CODE } from '@assoc/contract'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { keepPreference, preferences } from './preferences'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})
afterEach(() => server.restore())
const asked = () => server.sent.filter((s) => s.path === selectPreferences.path).length

test('asked for once; what is kept meanwhile is found by the next; another person is asked for anew; a failure is not remembered', async () => {
  signedInAs([])
  server.on(selectPreferences, { returnCode: CODE.fault, returnMessage: '出错' })
  await expect(preferences()).rejects.toThrow()
  server.on(selectPreferences, () => ({ a: 1 }))
  server.on(savePreference, () => ({}))
  expect(await Promise.all([preferences(), preferences()])).toEqual([{ a: 1 }, { a: 1 }])
  expect(asked()).toBe(2)
  await keepPreference('b', { wide: true })
  expect(await preferences()).toEqual({ a: 1, b: { wide: true } })
  expect(asked()).toBe(2)
  signedInAs([], '2')
  expect(await preferences()).toEqual({ a: 1 })
  expect(asked()).toBe(3)
})
