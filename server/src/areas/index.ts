import type { ServerModule } from '../platform/module'
import { workspaceModules } from './workspace'
import { meetingModules } from './meeting'
import { memberModules } from './member'
import { rbacModules } from './rbac'
import { signOn } from './rbac/oidc'
import { secondFactor } from './rbac/second-factor'
import { user } from './rbac/user'

// One line a module; the generator of views adds lines here.
export const modules: ServerModule[] = [...rbacModules, user, secondFactor, signOn, ...workspaceModules, ...memberModules, ...meetingModules]
