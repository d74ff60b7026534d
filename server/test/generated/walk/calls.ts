import { boundCalls, named } from '../world'
import { access, accessAtAll, holdersOfRoles, type RoleHolder } from './access'
import { hostile, hostileAtAll } from './hostile'
import { refs, refsAtAll, scopesOf, type Scopes } from './refs'
import { shape } from './shape'
import { transport } from './transport'
import { beThorough, startWalk, type Walk } from './walk'

/** One walk over every call that the server answers, on one server: who may, what form, which ids, which transport. */
export function walkTheCalls({ thorough = false } = {}): void {
  let walk: Walk
  let scopes: Scopes
  let holders: RoleHolder[]
  if (thorough) beThorough()
  beforeAll(async () => {
    walk = await startWalk()
    scopes = await scopesOf(walk)
    holders = await holdersOfRoles(walk)
    await walk.settle()
  })
  afterAll(() => walk?.world.stop())

  describe.each(named(boundCalls))('%s', (_path, call) => {
    access(call, () => walk, () => holders)
    shape(call, () => walk)
    transport(call, () => walk)
    refs(call, () => walk, () => scopes)
    hostile(call, () => walk)
  })
  accessAtAll(() => walk)
  refsAtAll()
  hostileAtAll(() => walk)
}
