import { z } from 'zod'
import { agrees } from '../core/field-rules'
import { choice, flag, instant, int, optionalText, ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { orEmpty } from '../rules/identifiers'
import { meetingLookup } from './lookups'
import { meeting } from './permits'

const update = 'meeting:signSession:update'
/** A session opens and closes by its times, unless somebody has opened it early or closed it. */
export const sessionStatus = statusMachine(
  '场次状态',
  { planned: ['按时开放', 'blue'], opened: ['提前开放', 'teal'], closed: ['已关闭', 'grey'] },
  [
    { from: ['planned'], to: 'opened', verb: 'openEarly', label: '提前开放', permit: update },
    { from: ['planned', 'opened'], to: 'closed', verb: 'close', label: '关闭签到', permit: update, danger: true },
    { from: ['closed'], to: 'planned', verb: 'reopen', label: '恢复签到', permit: update },
  ],
)
export const sessionPhase = choice('签到情况', { before: '未开始', now: '签到中', over: '已结束' }, { before: 'grey', now: 'teal', over: 'green' })

const earlier = (one: unknown, other: unknown) => typeof one === 'string' && typeof other === 'string' && Date.parse(one) <= Date.parse(other)
/** Seconds after which the codes change; a camera needs some to read one. */
export const SHORTEST_REFRESH = 10

/** A session of a meeting that people sign in at (场次): its window, and how often its codes change. */
export const signSession = resource({
  name: 'signSession',
  label: '签到场次',
  base: '/meeting/signSession',
  id: 'sessionId',
  fields: {
    meetId: ref('会议', meetingLookup),
    sessionName: text('场次名称', 50),
    signFrom: instant('签到开始'),
    lateFrom: agrees(orEmpty(instant('迟到起算')), (value, { signFrom, signTo }) =>
      earlier(value, signFrom) ? '迟到起算须晚于签到开始' : typeof value === 'string' && earlier(signTo, value) ? '迟到起算须早于签到截止' : null,
    ),
    signTo: agrees(instant('签到截止'), (value, { signFrom }) => (earlier(value, signFrom) ? '签到截止须晚于签到开始' : null)),
    refreshSec: agrees(int('签到码更新间隔（秒）', 0, 600), (value) => (typeof value === 'number' && value > 0 && value < SHORTEST_REFRESH ? `更新间隔为 0（固定）或不少于 ${SHORTEST_REFRESH} 秒` : null)),
    strictSignIn: flag('须短信验证'),
    gates: optionalText('签到点', 200),
  },
  more: {
    meetingName: withMeta(z.string(), { label: '会议名称' }),
    phase: withMeta(sessionPhase.schema, { label: '签到情况' }),
    registered: withMeta(z.number().int(), { label: '应到', show: 'count' }),
    arrived: withMeta(z.number().int(), { label: '已到', show: 'count' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('会议名称', 50),
    meetId: ref('会议', meetingLookup).optional(),
    sessionStatus: withMeta(z.array(sessionStatus.schema), { label: '场次状态' }).optional(),
  },
  view: 'meeting/SignCode',
  facts: ['meetingName', 'signFrom', 'signTo', 'arrived'],
  sortable: ['signFrom', 'updateTime'],
  access: { read: meeting('signIn:read'), insert: meeting('signSession:update'), update: meeting('signSession:update'), remove: meeting('signSession:update') },
  status: { field: 'sessionStatus', machine: sessionStatus },
})

/** What a new session begins with. */
export const NEW_SESSION = { refreshSec: 30, strictSignIn: false }

/** Names of gates as they were typed, apart. */
export const gatesOf = (gates: string | null | undefined): string[] => (gates ?? '').split(/[、,，;；\n]/).map((gate) => gate.trim()).filter(Boolean)
