import { CODE, type Call } from '@assoc/contract'
import type { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import { hashToken, newToken } from '../../../platform/auth/tokens'
import { Refusal } from '../../../platform/errors'
import { VisitorAnswer, type Context, type VisitorContext } from '../../../platform/http/context'
import { HEIGHT, PIECE, TOLERANCE, WIDTH, drawSlider, plausibleTrack } from './slider'
import * as repository from './slider.repository'

const refused = () => new Refusal(CODE.sliderRequired, '请先完成滑块验证')

/** Width 0 tells the browser that the check is switched off. */
export const drawChallenge = async ({ platform }: VisitorContext<typeof createSlider>) =>
  platform.config.sliderCheck ? drawSlider() : new VisitorAnswer({ challengeId: '', background: '', piece: '', width: 0, height: 0, pieceSize: 0, pieceTop: 0 })

export async function keepChallenge({ db, request }: Context<typeof createSlider, null>, picture: Awaited<ReturnType<typeof drawSlider>>) {
  const challengeId = newToken()
  await repository.insertChallenge(db, challengeId, picture.answer, request.ip)
  return { challengeId, background: picture.background, piece: picture.piece, width: WIDTH, height: HEIGHT, pieceSize: PIECE, pieceTop: picture.top }
}

export async function validateSlider({ db, input, request, intent }: VisitorContext<typeof checkSlider>): Promise<void> {
  const challenge = await repository.takeChallenge(db, input.challengeId, request.ip, intent)
  if (!challenge) throw new Refusal(CODE.sliderRequired, '滑块已失效，请重新拖动')
  if (Math.abs(challenge.answer - input.x) > TOLERANCE || !plausibleTrack(input.track, input.x)) {
    throw new Refusal(CODE.sliderRequired, '没有对准缺口，请再试一次')
  }
}

export async function giveTicket({ db, input }: Context<typeof checkSlider, null>) {
  const sliderTicket = newToken()
  await repository.keepInvoice(db, input.challengeId, hashToken(sliderTicket))
  return { sliderTicket }
}

/**
 * Uses up a slider ticket of this address for a request; refuses without a good one, unless the check is off. Answers whether a retry
 * of the request shows it again.
 */
export async function requireSlider({ platform, request, intent }: Pick<VisitorContext<Call>, 'platform' | 'request' | 'intent'>, ticket: string | undefined): Promise<boolean> {
  if (!platform.config.sliderCheck) return false
  const taken = ticket ? await repository.takeTicket(platform.db, hashToken(ticket), request.ip, intent) : null
  if (!taken) throw refused()
  return taken.again
}
