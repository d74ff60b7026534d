import type { ServerModule } from '../../platform/module'
import { messageAudience } from './audience'
import { demoMessagesSeed } from './demo'
import { messages } from './message'
import { optOut } from './opt-out'
import { smsQuota } from './quota'
import { messageTemplate } from './template'
import './timeline'
import './personal-data'

/** Text messages and mail to members: templates, quotas, who wants none, and the messages themselves. */
export const messageModules: ServerModule[] = [messageTemplate, smsQuota, optOut, messageAudience, messages, { bindings: [], seeds: [demoMessagesSeed] }]
