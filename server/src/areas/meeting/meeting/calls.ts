import * as calls from '@assoc/contract/meeting/meeting'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { clashes, copy, links } from './copy'

/** What is done with a meeting besides its resource's own calls. */
export const meetingParts: ServerModule = { bindings: [handle(calls.copyMeeting, copy), handle(calls.selectMeetingLinks, links), handle(calls.selectMeetingClashes, clashes)] }
