import type { ResponseOf } from '@assoc/contract'
import type { selectPublicMeeting } from '@assoc/contract/meeting/sign-in'
import { ask, askFile, type Refused } from './api'
import { element, heading, note, show, timeText } from './dom'

type Meeting = ResponseOf<typeof selectPublicMeeting>

/** What anybody may read of a meeting. */
export async function meetingPage(): Promise<void> {
  const meetId = new URLSearchParams(window.location.search).get('meetID') ?? ''
  if (!/^[1-9]\d{0,18}$/.test(meetId)) return absent('会议地址不完整，请从会议通知中的链接打开。')
  show(heading('会议详情'), note('正在读取…'))
  try {
    const meeting = await ask<typeof selectPublicMeeting>('/meeting/sign/selectPublicMeeting', { meetId })
    shown(meeting)
    if (meeting.hasCover) void cover(meetId)
  } catch (error) {
    absent((error as Refused).code === 'N00001' ? '该会议不存在或尚未发布。' : (error as Refused).message)
  }
}

/** The picture above it all; where it does not come, the page is whole without it. */
async function cover(meetId: string): Promise<void> {
  const picture = await askFile('/meeting/sign/selectMeetingCover', { meetId }).catch(() => null)
  if (!picture) return
  const image = element('img', { class: 'v-cover', alt: '', src: URL.createObjectURL(picture) })
  document.querySelector('h1')?.before(image)
}

const absent = (message: string) => show(heading('会议详情'), element('p', { class: 'v-message', role: 'alert' }, message))

function shown(meeting: Meeting): void {
  document.title = meeting.meetingName
  const facts: [string, string | null][] = [
    ['时间', `${timeText(meeting.startTime)} 至 ${timeText(meeting.endTime)}`],
    ['地点', meeting.address ?? (meeting.online ? '线上会议' : null)],
    ['主办', meeting.organizer],
    ['报名截止', meeting.regEnd ? timeText(meeting.regEnd) : null],
    ['剩余名额', !['已发布', '报名中'].includes(meeting.statusText) ? null : meeting.placesLeft === null ? '不限' : `${meeting.placesLeft} 人${meeting.waiting > 0 ? `，候补 ${meeting.waiting} 人` : ''}`],
    ['会务联系', meeting.contact],
  ]
  show(
    element('p', { class: 'v-status' }, meeting.statusText),
    heading(meeting.meetingName),
    element('dl', { class: 'v-facts' }, ...facts.flatMap(([label, value]) => (value ? [element('dt', {}, label), element('dd', {}, value)] : []))),
    meeting.programme.length > 0 ? element('section', { class: 'v-card' }, element('h2', {}, '会议日程'), ...meeting.programme.map((text) => element('p', {}, text))) : null,
    meeting.speakers.length > 0
      ? element('section', { class: 'v-card' }, element('h2', {}, '演讲嘉宾'), ...meeting.speakers.map(({ name, unitPost, topic, talkTime }) => element('p', {}, element('strong', {}, name), ` ${unitPost}`, element('br', {}), `${talkTime ? `${timeText(talkTime)} ` : ''}${topic}`)))
      : null,
    meeting.registered > 0
      ? element('section', { class: 'v-card' }, element('h2', {}, `参会人员（${meeting.registered} 人）`), element('ul', { class: 'v-names' }, ...meeting.names.map((name) => element('li', {}, name))), meeting.registered > meeting.names.length ? note(`另有 ${meeting.registered - meeting.names.length} 人`) : null)
      : null,
  )
}
