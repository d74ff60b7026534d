import type { FastifyInstance } from 'fastify'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { renderSVG } from 'uqr'
import { withoutEnd } from '@assoc/contract/core/characters'
import { instantOf, today } from '@assoc/contract/core/day'
import { selectRoomDoor } from '@assoc/contract/meeting/room-door'
import { reserveStatus } from '@assoc/contract/meeting/reservation'
import { handle } from '../../../platform/http/context'
import { escaped, publicPage, sendPage } from '../../../platform/http/public-page'
import type { Platform } from '../../../platform/platform'
import { dayOfRoom } from '../reservation/repository'
import { clockOf } from '../reservation/rules'
import { findRoom } from './repository'

// The page behind the code at a room's door: what stands in the room today, for whoever is before it. It names no person.

const DOOR = '/roomDoor'
/** Seconds after which the page is asked for again, without a script. */
const REFRESH = '60'

// For this purpose alone: a seal of another purpose is none here.
const sealOf = (secret: Buffer, roomId: string): string => createHmac('sha256', secret).update(`room-door\n${roomId}`).digest('base64url').slice(0, 22)

/** The room of a token that we have made; null for any other text. */
export function roomOfToken(secret: Buffer, token: string): string | null {
  const [, roomId = '', seal = ''] = /^(\d{1,18})\.([\w-]{22})$/.exec(token) ?? []
  return seal && timingSafeEqual(Buffer.from(sealOf(secret, roomId)), Buffer.from(seal)) ? roomId : null
}

const wrongPage = publicPage('门牌码无效', '此会议室门牌码不完整，或会议室已删除。请联系会务人员。')

export const roomDoor = handle(selectRoomDoor, async ({ input, platform, request }) => {
  const origin = withoutEnd(platform.config.publicUrl || request.origin, '/')
  const address = `${origin}${DOOR}/${input.roomId}.${sealOf(platform.secret, input.roomId)}`
  return { address, picture: renderSVG(address, { border: 2, pixelSize: 6 }) }
})

/** The page of a room at a moment; null when there is no such room. */
export async function doorPage({ db }: Pick<Platform, 'db'>, roomId: string, now = new Date()): Promise<string | null> {
  const room = await findRoom(db, roomId)
  if (!room) return null
  if (room.roomStatus !== 'available') return publicPage(room.roomName, room.roomStatus === 'closed' ? '会议室已停用。' : '会议室维护中，暂不能预约。')
  const from = new Date(instantOf(today(now)))
  const held = await dayOfRoom(db, roomId, from, new Date(from.getTime() + 86_400_000))
  const running = held.find((r) => r.start_time <= now && r.end_time > now && r.reserve_status !== 'finished')
  const next = held.find((r) => r.start_time > now)
  const state = running ? `使用中，至 ${clockOf(running.end_time)}` : next ? `空闲，至 ${clockOf(next.start_time)}` : '今天没有后续预约'
  const lines = held.map((r) => `<p><b>${clockOf(r.start_time)}–${clockOf(r.end_time)}</b> ${escaped(r.title)}（${escaped(reserveStatus.labels[r.reserve_status])}）</p>`)
  return publicPage(`${room.roomName} · ${today(now)}`, `${state}。${room.location}，可容纳 ${room.capacity} 人，开放时间 ${room.openHours}。`, lines.join('') || '<p>今天没有预约。</p>')
}

export function doorRoutes(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { token: string } }>(`${DOOR}/:token`, async (request, reply) => {
    const roomId = roomOfToken(platform.secret, request.params.token)
    const page = roomId && (await doorPage(platform, roomId))
    if (!page) return sendPage(reply, 404, wrongPage)
    void reply.header('refresh', REFRESH)
    return sendPage(reply, 200, page)
  })
}
