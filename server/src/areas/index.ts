import type { FastifyInstance } from 'fastify'
import type { Binding } from '../platform/http/context'
import type { Platform } from '../platform/platform'
import type { Seed } from '../platform/seed'
import { workspaceModules } from './workspace'
import { meetingModules } from './meeting'
import { memberModules } from './member'
import { rbacModules } from './rbac'
import { signOn } from './rbac/oidc'
import { secondFactor } from './rbac/second-factor'
import { user } from './rbac/user'

/** What a module brings: its calls bound to handlers, and what a fresh installation gets of it. */
export interface ServerModule {
  bindings: Binding[]
  seeds?: Seed[]
  /** Addresses of its own beside the calls, such as a public page. */
  routes?: (app: FastifyInstance, platform: Platform) => void
}

// One line a module; the generator of views adds lines here.
export const modules: ServerModule[] = [...rbacModules, user, secondFactor, signOn, ...workspaceModules, ...memberModules, ...meetingModules]
