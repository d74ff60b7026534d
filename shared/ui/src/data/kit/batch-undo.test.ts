import type { Call } from '@assoc/contract'
import { dict } from '@assoc/contract/rbac/dict'
import { fakeServer } from '@assoc/http/testing'
import { toasts } from '@assoc/session'
import { signedInAs } from '@assoc/session/testing'
import { undos } from '../../shell/undo'
import { offerBatchUndo, UNDO_MOST, type BatchUndo } from './batch-undo'
import type { Changed } from './batch-run'
import { reverseOf, stepsOfResource } from './resource-steps'

let server: ReturnType<typeof fakeServer>
let steps: ReturnType<typeof stepsOfResource>
beforeEach(() => {
  signedInAs(['rbac:dict:read', 'rbac:dict:update'])
  steps = stepsOfResource(dict)
  server = fakeServer()
  if (undos.current) undos.gone(undos.current.key)
})
afterEach(() => server.restore())

const by: BatchUndo['by'] = (verb, from) => reverseOf(dict.definition.status?.machine, verb, from)
const step = (verb: string) => steps.find((each) => each.verb === verb) ?? (undefined as never)
const moved = (n: number, from = 'enabled'): Changed[] => Array.from({ length: n }, (_, i) => ({ id: String(i + 1), version: i + 2, from }))
const offer = (verb: string, changed: readonly Changed[], onDone = () => undefined) => offerBatchUndo(dict.batch as Call, '字典', step(verb), changed, { by, steps }, onDone)

test('a batch of a step that leads straight back is taken back over its versions, fifty a request; what stays is told', async () => {
  server.on(dict.batch, ({ ids = [] }: { ids?: string[] }) => ({ done: ids.filter((id) => id !== '7').length, failed: ids.includes('7') ? [{ id: '7', name: '七', message: '已被他人修改' }] : [], next: null }))
  const done = jest.fn()
  offer('disable', moved(60), done)
  expect(undos.current?.text).toBe('刚才批量停用了 60 条字典')
  await undos.current?.undo()
  const sent = server.sent.map(({ input }) => input as { verb: string; ids: string[]; versions: number[] })
  expect(sent.map(({ verb, ids, versions }) => [verb, ids.length, versions.length, versions[0]])).toEqual([['enable', 50, 50, 2], ['enable', 10, 10, 52]])
  expect(done).toHaveBeenCalledTimes(1)
  expect(toasts.history.slice(0, 2).map(({ text }) => text).reverse()).toEqual(['59 条字典：已启用', '1 条字典没有撤销：七 已被他人修改'])
})

test('nothing is offered for what leads back by no step, for too many, and for rows that came from different statuses', () => {
  offer('delete', moved(2))
  offer('disable', moved(UNDO_MOST + 1))
  offer('disable', [])
  offer('disable', [...moved(1), ...moved(1, 'elsewhere')])
  expect(undos.current).toBeNull()
})
