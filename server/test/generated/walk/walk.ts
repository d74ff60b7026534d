import { createHash } from 'node:crypto'
import type { Call } from '@assoc/contract'
import type { Session } from '../../harness'
import { bodyOf } from '../sample'
import { ALL_PERMITS, buildWorld, isOpen, MODULES, type World } from '../world'

/**
 * One server, and the people that the checks of all calls use. `everything` holds all permits and sees all rows, `nobody` has none of
 * either, `other` is somebody else.
 */
export interface Walk {
  world: World
  everything: Session
  nobody: Session
  other: Session
  /** Who gets as far as the body of a call. */
  caller(call: Call): Session | null
  /** A body of theirs that the call's schema takes. */
  body(call: Call): Record<string, unknown>
  /** Fails when anything was written since the last time that this or `settle` was asked. */
  unchanged(): Promise<void>
  /** What was written until now was meant to be. */
  settle(): Promise<void>
}

export async function startWalk(): Promise<Walk> {
  const world = await buildWorld()
  const everything = await world.server.person({ permits: ALL_PERMITS, scopes: Object.fromEntries(MODULES.map((m) => [m, 'all' as const])) })
  const [nobody, other] = [await world.server.person(), await world.server.person()]
  let state = await world.fingerprint()
  return {
    world,
    everything,
    nobody,
    other,
    caller: (call) => (isOpen(call) ? null : everything),
    body: (call) => bodyOf(call, { ref: world.anyId, self: everything.userId }),
    async unchanged() {
      const before = state
      state = await world.fingerprint()
      expect(state).toEqual(before)
    },
    async settle() {
      state = await world.fingerprint()
    },
  }
}

/** Whether all variants are asked of all calls; `pnpm test:deep` does. */
let thorough = false
export const beThorough = (): void => void (thorough = true)

const SEED = process.env['TEST_SEED'] ?? ''
const rank = (text: string): string => createHash('sha256').update(`${SEED}\n${text}`).digest('hex')

/**
 * Variants of what one piece of code refuses before any call is asked, such as forms of a foreign page: every call meets `count` of
 * them, and every variant meets many calls. The product of both is left to the deep run.
 */
export function someOf<T>(variants: readonly T[], call: Call, count: number): readonly T[] {
  if (thorough || variants.length <= count) return variants
  const begin = parseInt(rank(call.path).slice(0, 8), 16) % variants.length
  return Array.from({ length: count }, (_, i) => variants[(begin + i) % variants.length] as T)
}
