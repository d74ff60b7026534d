import { hash } from 'node:crypto'
import { CODE } from '@assoc/contract'
import { createHandOver, redeemHandOver } from '@assoc/contract/rbac/hand-over'
import { hashToken, newToken } from '../../../platform/auth/tokens'
import { consoleConfigOf, ownOrigins, signsOnAt } from '../../../platform/console-config'
import { Refusal, refuse } from '../../../platform/errors'
import { handle, handleVisitor, type Context, type VisitorContext } from '../../../platform/http/context'
import { returnAddress } from '../../../platform/http/return-address'
import type { ServerModule } from '../../../platform/module'
import { findById } from '../user/account.repository'
import { openSession, type Account } from '../user/entry'
import { letsIn } from '../user/lets-in'
import * as repository from './repository'

const ended = () => new Refusal(CODE.challengeEnded, '登录已超时或已完成，请重新登录')

/** Makes the code for a page of a listed origin that signs on here. */
async function create({ platform, db, input, principal, request, audit }: Context<typeof createHandOver>) {
  const config = consoleConfigOf(platform.config)
  const address = returnAddress(input.reback, request.origin, config)
  const origin = URL.canParse(address) ? new URL(address).origin : null
  if (origin === null || !signsOnAt(config, origin, ownOrigins(platform.config, request.origin))) throw refuse.field('reback', '返回地址不在允许登录的范围内')
  const code = newToken()
  await repository.insertHandOver(db, { codeHash: hashToken(code), sessionId: principal.sessionId, origin, challenge: input.challenge })
  audit({ recordType: 'login', recordId: principal.userId, verb: 'handOver', reason: origin })
  // In the fragment: neither the server of that page nor a page that it names ever sees it.
  return { address: `${address}${new URL(address).hash ? '&' : '#'}signOnCode=${code}` }
}

interface Handed {
  codeHash: Buffer
  sessionId: string
  found: Account
}

async function validate({ platform, input, request }: VisitorContext<typeof redeemHandOver>): Promise<Handed> {
  const codeHash = hashToken(input.code)
  const handed = request.pageOrigin === null ? undefined : await repository.findHandOver(platform.db, { codeHash, origin: request.pageOrigin, challenge: hash('sha256', input.verifier, 'base64url') })
  const found = handed && (await findById(platform.db, handed.user_id))
  if (!handed || !found || !letsIn(found)) throw ended()
  return { codeHash, sessionId: handed.session_id, found }
}

/** Opens a session by the same door as every other way in; a second factor was asked for where the first one was opened. */
async function redeem(context: Context<typeof redeemHandOver, null>, { codeHash, sessionId, found }: Handed) {
  if (!(await repository.takeHandOver(context.db, codeHash))) throw ended()
  return openSession(context, found, { way: 'handOver', name: found.login_name, triesKey: null, idToken: null, from: sessionId })
}

/** The session of the sign-on page for the console at another origin, by a one-time code. */
export const handOver: ServerModule = { bindings: [handle(createHandOver, create), handleVisitor(redeemHandOver, validate, redeem)] }
