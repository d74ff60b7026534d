import type * as calls from '@assoc/contract/meeting/sign-in'
import { renderSVG } from 'uqr'
import { sessionPhase } from '@assoc/contract/meeting/sign-session'
import { iso } from '../../../platform/database/database'
import type { Context } from '../../../platform/http/context'
import { requireReadable } from '../../../platform/record/readable'
import { clock } from './offline.repository'
import * as repository from './repository'
import { sessionOf } from './sign'
import { counts } from './table.repository'

/** What the screen of a hall shows; the codes change with the server's clock. */
export async function selectHallCode({ db, principal, input, request }: Context<typeof calls.selectHallCode>) {
  // A code's row is made when it is first asked for: nothing of it begins before it is known that this person may.
  await requireReadable(db, principal, { recordType: 'signSession', recordId: input.sessionId })
  const session = await sessionOf(db, input.sessionId)
  const [code, { arrived, registered }] = [await repository.presentCode(db, session), await counts(db, input.sessionId)]
  return {
    meetId: session.meetId,
    meetingName: session.meetingName,
    sessionName: session.sessionName,
    phase: sessionPhase.labels[session.phase],
    signFrom: iso(session.signFrom),
    signTo: iso(session.signTo),
    refreshSec: session.refreshSec,
    ...code,
    picture: renderSVG(`${request.origin}/signin/${session.meetId}/${code.hall}`, { border: 2, pixelSize: 8 }),
    arrived,
    registered,
  }
}

export async function noteCounter({ db, input, principal }: Context<typeof calls.noteCounter>) {
  await repository.noteCounter(db, { session_id: input.sessionId, counter_key: input.counterKey, gate: input.gate ?? null, user_id: principal.userId, unsent: input.unsent })
  return { serverTime: iso(await clock(db)) }
}

export async function selectCounters({ db, input }: Context<typeof calls.selectCounters>) {
  const counters = await repository.countersOf(db, input.sessionId)
  return { counters: counters.map(({ userName, lastContact, ...counter }) => ({ ...counter, userName: userName ?? '', lastContact: iso(lastContact) })) }
}
