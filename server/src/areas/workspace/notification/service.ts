import type * as calls from '@assoc/contract/platform/workspace'
import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { isFixedWay, noticeKind, usualWays, type NoticeWay, type NoticeWays, type SnoozeFor } from '@assoc/contract/platform/notice-kind'
import { imKind } from '@assoc/contract/rbac/im'
import { iso, isoOrNull } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as repository from './repository'

/** The person's own notices, newest first, with the number of unread ones. */
export async function selectNotificationByPage({ db, principal, input }: Context<typeof calls.selectNotificationByPage>) {
  const [list, unread] = await Promise.all([repository.listNotifications(db, principal.userId, input), repository.countUnread(db, principal.userId)])
  const items = list.items.map((r) => ({
    notificationId: r.notification_id,
    noticeKind: r.notice_kind,
    title: r.title,
    content: r.content,
    link: r.link,
    read: r.read_time !== null,
    snoozedUntil: isoOrNull(r.snoozed_until),
    createTime: iso(r.create_time),
  }))
  return { items, total: list.total, unread }
}

export const countUnread = async ({ db, principal }: Context<typeof calls.countUnread>) => ({ unread: await repository.countUnread(db, principal.userId) })

/** Marks own notices read; ids of other people's change nothing. */
export async function readNotifications({ db, principal, input, audit }: Context<typeof calls.readNotifications>) {
  // Told to the millisecond, by which this marking is taken back.
  const now = new Date()
  const marked = await repository.markRead(db, principal.userId, input.notificationIds, now)
  audit({ recordType: 'notification', recordId: null, verb: 'read', after: { count: marked } })
  return { readTime: now.toISOString() }
}

export async function unreadNotifications({ db, principal, input }: Context<typeof calls.unreadNotifications>) {
  await repository.markUnread(db, principal.userId, input.readTime)
  return {}
}

const HOUR_MS = 3_600_000
const MORNING = '09:00:00'

/** When what is put aside now comes back, as the server's clock tells. */
export function untilWhen(choice: SnoozeFor, now = Date.now()): string {
  if (choice === 'hour') return new Date(now + HOUR_MS).toISOString()
  const day = today(now)
  const days = choice === 'tomorrow' ? 1 : (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7 || 7
  return instantOf(`${dayAfter(day, days)} ${MORNING}`)
}

/** Puts own notices aside, or brings them back; ids of other people's change nothing. */
export async function snoozeNotifications({ db, principal, input }: Context<typeof calls.snoozeNotifications>) {
  const until = input.until && untilWhen(input.until)
  await repository.putAside(db, principal.userId, input.notificationIds, until)
  return { until }
}

export async function selectNoticeChoices({ db, principal }: Context<typeof calls.selectNoticeChoices>) {
  const [chosen, { hasEmail, messengers }] = await Promise.all([repository.choicesOf(db, principal.userId), repository.waysThereAre(db, principal.userId)])
  const items = noticeKind.keys.map((kind) => {
    const { console, mail, im } = chosen.find((c) => c.notice_kind === kind) ?? usualWays(kind)
    return { noticeKind: kind, console, mail, im }
  })
  return { items, hasEmail, messengers: messengers.map((kind) => imKind.labels[kind]) }
}

const REFUSALS: Record<NoticeWay, string> = { console: '控制台的提醒不能更改', mail: '这类消息不发送邮件', im: '这类消息不发送到办公平台' }

/** Keeps how notices of a kind reach the person. V00001 for a way that cannot be chosen, and for mails without an address. */
export async function saveNoticeChoice({ db, principal, input }: Context<typeof calls.saveNoticeChoice>) {
  const { noticeKind: kind, ...ways }: NoticeWays & Pick<typeof input, 'noticeKind'> = input
  const usual = usualWays(kind)
  for (const way of Object.keys(REFUSALS) as NoticeWay[]) if (isFixedWay(kind, way) && ways[way] !== usual[way]) throw refuse.field(way, REFUSALS[way])
  if (ways.mail && !(await repository.waysThereAre(db, principal.userId)).hasEmail) throw refuse.field('mail', '请先在个人中心填写邮箱')
  await repository.putChoice(db, principal.userId, kind, { console: ways.console, mail: ways.mail, im: ways.im })
  return {}
}
