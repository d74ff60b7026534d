import type { ServerModule } from '../platform/module'
import { expertModules } from './expert'
import { feeModules } from './fee'
import { formModules } from './form'
import { invoiceModules } from './invoice'
import { meetingModules } from './meeting'
import { memberModules } from './member'
import { messageModules } from './message'
import { rbacModules } from './rbac'
import { handOver } from './rbac/hand-over'
import { im } from './rbac/im'
import { lockScreen } from './rbac/lock'
import { signOn } from './rbac/oidc'
import { secondFactor } from './rbac/second-factor'
import { user } from './rbac/user'
import { workspaceModules } from './workspace'

// One line a module; the generator of views adds lines here.
export const modules: ServerModule[] = [...rbacModules, user, secondFactor, signOn, im, lockScreen, handOver, ...workspaceModules, ...memberModules, ...feeModules, ...invoiceModules, ...messageModules, ...meetingModules, ...formModules, ...expertModules]
