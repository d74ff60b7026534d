import * as calls from '@assoc/contract/platform/session'
import { onlineSession } from '@assoc/contract/rbac/online-session'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { isOwnSession, sessionsFound, ofPeopleWithin, stillLive } from '../../../platform/identity/live-sessions'
import { ownerName, personLogin } from '../../../platform/identity/people'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import * as service from './service'

// Sessions belong to people, so the data scope of people rules. One that has ended is read by its id still.
const online = mountResource(onlineSession, {
  table: 'session',
  computed: { loginName: personLogin('t.user_id'), realName: ownerName('t.user_id') },
  seenBy: { current: isOwnSession },
  rowFilter: ofPeopleWithin,
  listed: async (platform) => stillLive(await service.idleSeconds(platform)),
  keyword: { where: sessionsFound },
  order: { field: 'lastSeenTime', direction: 'desc' },
  nameOf: ({ realName, device }) => `${realName}（${device || '未知设备'}）`,
  may: (principal, { sessionId }) => sessionId !== principal.sessionId || '本机会话请使用退出登录',
  actions: {
    /** They hear 000099 on their next call. */
    kick: async ({ db, platform }, { sessionId, userId, loginName }) => {
      if ((await platform.sessions.end(db, [sessionId], 'kicked')) === 0) throw refuse.inUse('会话已结束')
      return { after: { userId, loginName } }
    },
  },
})

export const session: ServerModule = {
  bindings: [
    ...online.bindings,
    handle(calls.selectOwnSessions, service.selectOwnSessions),
    handle(calls.endOwnSessions, service.endOwnSessions),
    handle(calls.getDraftKey, service.getDraftKey),
  ],
}
