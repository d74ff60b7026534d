import * as calls from '@assoc/contract/platform/desk'
import { countTry } from '../../../platform/auth/throttle'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../..'

/** A broken page may report in a loop; the log shall not drown in it. */
const LIMIT = { max: 30, windowSeconds: 60 }

/** Writes what a browser saw to the server's log. L00001 above thirty a minute and person. */
async function reportClientError({ db, who, input, platform, request }: Context<typeof calls.reportClientError>) {
  await countTry(db, `client-error:${who.userId}`, LIMIT)
  platform.log.warn({ clientError: input, userId: who.userId, requestId: request.id, device: request.userAgent }, 'client error')
  return {}
}

export const clientError: ServerModule = { bindings: [handle(calls.reportClientError, reportClientError)] }
