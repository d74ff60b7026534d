import { CODE } from '@assoc/contract'
import type { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import { countTry } from '../../../platform/auth/throttle'
import { hashToken, newToken } from '../../../platform/auth/tokens'
import { Refusal } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import { HEIGHT, PIECE, TOLERANCE, WIDTH, drawSlider, plausibleTrack } from './slider'
import * as repository from './slider.repository'

const refused = () => new Refusal(CODE.sliderRequired, '请先完成滑块验证')

/** Width 0 tells the browser that the check is switched off. */
export async function makeSlider({ db, platform, request }: Context<typeof createSlider, null>) {
  if (!platform.config.sliderCheck) return { challengeId: '', background: '', piece: '', width: 0, height: 0, pieceSize: 0, pieceTop: 0 }
  await countTry(db, `slider:${request.ip}`, { max: 120, windowSeconds: 60 })
  const picture = await drawSlider()
  const challengeId = newToken()
  await repository.insertChallenge(db, challengeId, picture.answer, request.ip)
  return { challengeId, background: picture.background, piece: picture.piece, width: WIDTH, height: HEIGHT, pieceSize: PIECE, pieceTop: picture.top }
}

export async function validateSlider({ db, input, request }: Context<typeof checkSlider, null>) {
  const challenge = await repository.takeChallenge(db, input.challengeId, request.ip)
  if (!challenge) throw new Refusal(CODE.sliderRequired, '滑块已失效，请重新拖动')
  if (Math.abs(challenge.answer - input.x) > TOLERANCE || !plausibleTrack(input.track, input.x)) {
    throw new Refusal(CODE.sliderRequired, '没有对准缺口，请再试一次')
  }
  const sliderTicket = newToken()
  await repository.keepInvoice(db, input.challengeId, hashToken(sliderTicket))
  return { sliderTicket }
}

/** Uses up a slider ticket of this address; refuses without a good one, unless the check is off. */
export async function requireSlider(platform: Platform, ticket: string | undefined, address: string): Promise<void> {
  if (!platform.config.sliderCheck) return
  if (!ticket || !(await repository.takeTicket(platform.db, hashToken(ticket), address))) throw refused()
}
