import * as calls from '@assoc/contract/meeting/room-wait'
import { iso } from '../../../platform/database/database'
import { defineEntity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import { brokenRules } from '../reservation/rules'
import { lockRoom } from '../room/repository'
import { lapseWaits, tellWaiting } from './queue'
import * as repository from './repository'

defineEntity({ name: 'roomWait', table: 'room_wait', idColumn: 'wait_id', rowFilter: repository.ownWaits })

defineJob('meeting:room-waits', (_payload, platform) => lapseWaits(platform), '* * * * *')

/** Waiting for a room that is taken. */
export const roomWait: ServerModule = {
  bindings: [
    handle(calls.selectRoomWaits, async ({ db, principal }) => ({
      items: (await repository.waitsOf(db, principal.userId)).map(({ applicantId: _own, ...w }) => ({ ...w, startTime: iso(w.startTime), endTime: iso(w.endTime), toldUntil: w.toldUntil && iso(w.toldUntil) })),
    })),
    handle(calls.insertRoomWait, async ({ db, principal, input, audit, platform }) => {
      const wish = { roomId: input.roomId, title: input.title, attendNum: input.attendNum, startTime: new Date(input.startTime), endTime: new Date(input.endTime) }
      // Held, so that it cannot be freed between the look and the waiting.
      const room = await lockRoom(db, input.roomId)
      if (!room) throw refuse.notFound()
      const broken = brokenRules(wish, room, new Date(), await platform.settings.parameter('meeting.daysAhead'))
      if (broken.length > 0) throw refuse.input(broken)
      if (await repository.isFree(db, wish)) throw refuse.field('startTime', '该时段空闲，可以直接预约')
      const waitId = await repository.insertWait(db, { ...wish, applicantId: principal.userId })
      if (!waitId) throw refuse.field('startTime', '您已在等候该会议室的这个时段')
      audit({ recordType: 'roomWait', recordId: waitId, verb: 'insert', after: { ...input, roomName: room.roomName } })
      return { waitId, before: await repository.beforeOf(db, waitId) }
    }),
    handle(calls.cancelRoomWait, async ({ db, principal, input, audit }) => {
      const stretch = await repository.withdraw(db, input.waitId, principal.userId)
      if (!stretch) throw refuse.badTransition()
      audit({ recordType: 'roomWait', recordId: input.waitId, verb: 'withdraw' })
      await tellWaiting(db, stretch)
      return {}
    }),
  ],
}
