import * as calls from '@assoc/contract/platform/workspace'
import { countTry } from '../../../platform/auth/throttle'
import { countFailure } from '../../../platform/releases/failures'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'

/** A broken page may report in a loop; the log shall not drown in it. */
const LIMIT = { max: 30, windowSeconds: 60 }

/** Writes what a browser saw to the server's log. L00001 above thirty a minute and person. */
async function reportClientError({ db, principal, input, platform, request }: Context<typeof calls.reportClientError>) {
  await countTry(db, `client-error:${principal.userId}`, LIMIT)
  // A remote that could not be loaded counts against its version, which 应用发布 shows.
  const remote = /^[a-z][a-z0-9-]{0,40}(?=\/)/.exec(input.menuLink ?? '')?.[0]
  if ((input.kind === 'remote' || input.kind === 'chunk') && remote && input.version) await countFailure(db, remote, input.version, input.message)
  platform.log.warn({ clientError: input, userId: principal.userId, requestId: request.id, device: request.userAgent }, 'client error')
  return {}
}

export const clientError: ServerModule = { bindings: [handle(calls.reportClientError, reportClientError)] }
