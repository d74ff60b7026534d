import { randomBytes } from 'node:crypto'
import type { ResponseOf } from '@assoc/contract'
import { BEAT_SECONDS, type noteWatched as noteCall, type openVideo as openCall, type selectVideosOfMeeting as listCall, type selectVideoWatchers as watchersCall } from '@assoc/contract/meeting/video'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Action } from '../../../platform/resource/definition'
import { advance } from '../course/enroll'
import * as repository from './repository'
import { addressOf, ADDRESS_SECONDS } from './stream'

/** Time between two notes that counts at most: what is longer was no watching. */
const MOST_MS = 2 * BEAT_SECONDS * 1000
/** Notes come early and late by as much; it is carried over. */
const SLACK_MS = 3_000
/** Nobody follows a talk faster. */
const FASTEST = 2

const percent = (watchedMs: number, seconds: number) => Math.min(100, Math.floor(watchedMs / (10 * seconds)))

export async function videosOfMeeting({ db, principal, input }: Context<typeof listCall>): Promise<ResponseOf<typeof listCall>> {
  return (await repository.ofMeeting(db, principal, input.meetId)).map((row) => ({ ...row, createTime: row.createTime.toISOString() }))
}

export async function open({ db, principal, input, audit, platform }: Context<typeof openCall>): Promise<ResponseOf<typeof openCall>> {
  const video = await repository.findWatchable(db, principal, input.videoId, input.enrollId)
  if (!video) throw refuse.notFound()
  const { videoId, videoName, duration } = video
  const published = video.publishStatus === 'published'
  const playKey = published ? randomBytes(16).toString('base64url') : null
  if (playKey) await repository.beginPlay(db, principal.userId, videoId, playKey)
  const watched = await repository.watchedOf(db, principal.userId, videoId)
  audit({ recordType: 'meetingVideo', recordId: videoId, verb: 'open', after: { videoName } })
  return {
    videoName,
    address: addressOf(platform, { userId: principal.userId, sessionId: principal.sessionId, videoId, preview: !published }),
    seconds: ADDRESS_SECONDS,
    playKey,
    duration,
    furthest: watched.furthest,
    watchedShare: percent(watched.watchedMs, duration),
    done: watched.done,
    share: await platform.settings.parameter('course.watchShare'),
  }
}

/**
 * Notes a piece that was played. It counts for no longer than the time that has passed, at the speed that it was played with; nobody
 * gets further than they have seen until they have seen it once; and only what is played last counts, so that two players at once give
 * no more than one.
 */
export async function note(context: Context<typeof noteCall>): Promise<ResponseOf<typeof noteCall>> {
  const { db, principal, input, platform } = context
  const { userId } = principal
  const play = await repository.holdPlay(db, userId, input.playKey)
  if (!play) throw refuse.inUse('您正在另一个页面或设备上观看视频，这里的播放已停止')
  if (!play.published) throw refuse.inUse('视频已下架')
  const { videoId, duration } = play
  const before = await repository.watchedOf(db, userId, videoId)
  const answer = ({ watchedMs, furthest, done }: repository.Watched, backTo: number | null = null) => ({ watchedShare: percent(watchedMs, duration), furthest, done, backTo })
  const rate = Math.min(FASTEST, input.rate)
  const passed = Math.min(MOST_MS, Math.max(0, play.passed))
  if (!before.done && input.from > before.furthest + SLACK_MS) {
    await repository.useTime(db, userId, passed, 0)
    return answer(before, before.furthest)
  }
  const to = Math.floor(Math.min(input.to, duration * 1000, input.from + passed * rate))
  await repository.useTime(db, userId, Math.max(0, to - input.from) / rate, SLACK_MS)
  if (to <= input.from) return answer(before)
  const { doneNow, ...watched } = await repository.addSpan(db, userId, videoId, input.from, to, duration * 10 * (await platform.settings.parameter('course.watchShare')))
  if (doneNow) for (const enrollId of await repository.learningWith(db, userId, videoId)) await advance(context as unknown as Action, enrollId)
  return answer(watched)
}

export async function watchers({ db, input }: Context<typeof watchersCall>): Promise<ResponseOf<typeof watchersCall>> {
  const { videoId, done, page, pageSize, sort } = input
  const { items, total } = await repository.watchersOf(db, videoId, { done, order: sort?.order ?? 'desc', limit: pageSize, offset: (page - 1) * pageSize })
  return {
    total,
    items: items.map((row) => ({ ...row, personName: row.personName ?? '', loginName: row.loginName ?? '', firstTime: row.firstTime.toISOString(), lastTime: row.lastTime.toISOString(), doneTime: row.doneTime?.toISOString() ?? null })),
  }
}
