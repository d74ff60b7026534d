import { z } from 'zod'
import { body, call, visitor } from '../core/call'

/** Makes a slider challenge: a picture with a gap and the piece that fits it. Lives two minutes. */
export const createSlider = call({
  path: '/user/captcha/createSlider',
  title: '获取滑块',
  access: visitor({ proof: 'none', rate: { max: 120, seconds: 60 }, reason: 'the slider is itself what other calls take as a proof' }),
  write: true,
  // Pictures of two minutes: nobody has to account for them, and none is shown twice.
  ownSettings: true,
  secretAnswer: true,
  request: body({}),
  response: z.object({
    challengeId: z.string(),
    /** data: URLs; sizes in CSS pixels. */
    background: z.string(),
    piece: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    pieceSize: z.number().int(),
    pieceTop: z.number().int(),
  }),
})

/** Checks the position once, right or wrong. The ticket is single use and bound to the browser's address. */
export const checkSlider = call({
  path: '/user/captcha/checkSlider',
  title: '校验滑块',
  access: visitor({ proof: 'slider', rate: { max: 240, seconds: 60 } }),
  write: true,
  ownSettings: true,
  secretAnswer: true,
  request: body({
    challengeId: z.string().max(100),
    /** Left edge of the piece in pixels of the picture. */
    x: z.number().min(0).max(2000),
    /** How it was moved: milliseconds since the start and position; keyboard steps count as well. */
    track: z.array(z.strictObject({ t: z.number().min(0).max(600_000), x: z.number().min(-2000).max(4000) })).max(2000),
  }),
  response: z.object({ sliderTicket: z.string() }),
})
