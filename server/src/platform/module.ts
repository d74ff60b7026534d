import type { FastifyInstance } from 'fastify'
import type { Binding } from './http/context'
import type { Platform } from './platform'
import type { Seed } from './seed'

/** What a module of an area brings: its calls bound to handlers, and what a fresh installation gets of it. */
export interface ServerModule {
  bindings: Binding[]
  seeds?: Seed[]
  /** Addresses of its own beside the calls, such as a public page. */
  routes?: (app: FastifyInstance, platform: Platform) => void
}
