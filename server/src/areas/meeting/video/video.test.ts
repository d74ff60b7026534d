import { CODE, API_BASE } from '@assoc/contract'
import { courseResource, NEW_COURSE } from '@assoc/contract/meeting/course'
import { enrollCourse, selectStudy } from '@assoc/contract/meeting/course-study'
import { meetingVideo, noteWatched, openVideo, selectVideosOfMeeting, selectVideoWatchers } from '@assoc/contract/meeting/video'
import { downloadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { meetingsFor } from '../testing'
import { checkVideo } from './check'
import { rangeOf } from './stream'
import { mp4, sendVideo } from './testing'

const STAFF = ['meeting:video:read', 'meeting:video:update', 'meeting:video:publish', 'meeting:meeting:read', 'course:course:read', 'course:course:update']
let server: TestServer
let clerk: Session
let viewer: Session
let meetId: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  clerk = await server.person({ permits: STAFF, scopes: { meeting: 'all', course: 'all' } })
  viewer = await server.person({ name: '甄观看', permits: ['course:study:use', 'course:course:read'] })
  await sql`update sys_user set mobile = '19900000077' where user_id = ${viewer.userId}`.execute(server.platform.db)
  meetId = await (await meetingsFor(server)).open()
})
afterAll(() => server.stop())

let n = 0
async function add(bytes = mp4({ seconds: 100 }), openScope: 'open' | 'internal' = 'open', on = server, as = clerk): Promise<string> {
  const file = [await sendVideo(on, as, bytes, `第${(n += 1)}段.mp4`)]
  return (await on.ok(meetingVideo.insert, { meetId, videoName: `录像${n}`, file, openScope }, { as })).videoId
}
const read = (videoId: string, as = clerk) => server.ok(meetingVideo.read, { videoId }, { as })
async function change(videoId: string, verb: 'publish' | 'withdraw' | 'retry') {
  const { version } = await read(videoId)
  return server.ok(meetingVideo.change, { videoId, version, verb }, { as: clerk })
}
async function published(bytes?: Buffer, openScope: 'open' | 'internal' = 'open') {
  const videoId = await add(bytes, openScope)
  await checkVideo(server.platform, videoId)
  await change(videoId, 'publish')
  return videoId
}
const open = (videoId: string, as = viewer, enrollId: string | null = null) => server.ok(openVideo, { videoId, enrollId }, { as })
/** Lets time pass for whoever watches. */
const pass = (seconds: number, as = viewer) => sql`update video_play set beat_time = beat_time - make_interval(secs => ${seconds}) where user_id = ${as.userId}`.execute(server.platform.db)
const note = (playKey: string | null, from: number, to: number, rate = 1, as = viewer) => server.ok(noteWatched, { playKey: playKey ?? '', from: from * 1000, to: to * 1000, rate }, { as })
const play = (address: string, as: Session, range?: string) => server.raw(`${API_BASE}${address}`, { as, ...(range ? { headers: { range } } : {}) })

test('a film is checked for its length and codecs, then published by whoever may, and taken back', async () => {
  const videoId = await add()
  expect(await read(videoId)).toMatchObject({ publishStatus: 'converting', duration: null })
  await checkVideo(server.platform, videoId)
  expect(await read(videoId)).toMatchObject({ publishStatus: 'pending', duration: 100, codecs: 'avc1.42c01e', fault: null })
  expect(await server.ok(selectVideosOfMeeting, { meetId }, { as: viewer })).toEqual([])
  expect((await server.call(openVideo, { videoId, enrollId: null }, { as: viewer })).returnCode).toBe(CODE.notFound)
  // Staff look at it before: that is no watching.
  expect(await open(videoId, clerk)).toMatchObject({ playKey: null, duration: 100 })
  await change(videoId, 'publish')
  expect(await server.ok(selectVideosOfMeeting, { meetId }, { as: viewer })).toMatchObject([{ videoId, duration: 100, watchedShare: 0, done: false }])
  const { address } = await open(videoId)
  expect((await play(address, viewer)).status).toBe(200)
  await change(videoId, 'withdraw')
  expect((await play(address, viewer)).status).toBe(404)
})

test.each([
  ['画面编码 H.265（HEVC） 浏览器不能播放', () => mp4({ type: 'hvc1' })],
  ['文件中没有画面', () => mp4({ type: 'mp4a' })],
  ['文件已损坏或不完整', () => Buffer.concat([mp4().subarray(0, 24), Buffer.alloc(3000, 7)])],
])('what cannot be played is told with its reason: %s', async (reason, made) => {
  const videoId = await add(made())
  await checkVideo(server.platform, videoId)
  const row = await read(videoId)
  expect(row.publishStatus).toBe('failed')
  expect(row.fault).toContain(reason)
  expect(row.fault).toContain('请用剪辑软件重新导出为 H.264 + AAC 编码的 MP4 后上传')
  expect((await server.call(meetingVideo.change, { videoId, version: row.version, verb: 'publish' }, { as: clerk })).returnCode).toBe(CODE.badTransition)
  await change(videoId, 'retry')
  expect((await read(videoId)).publishStatus).toBe('converting')
})

test('with FFMPEG_PATH a film that cannot be played is converted, and the result is played', async () => {
  const folder = server.platform.config.dataDir
  const [good, program] = [join(folder, 'good.mp4'), join(folder, 'ffmpeg')]
  writeFileSync(good, mp4({ seconds: 42 }))
  // A peer that writes to where it is told, as ffmpeg does.
  writeFileSync(program, `#!/bin/sh\nfor last; do :; done\ncp '${good}' "$last"\n`)
  chmodSync(program, 0o755)
  const videoId = await add(mp4({ type: 'hvc1' }))
  const platform = { ...server.platform, config: { ...server.platform.config, ffmpegPath: program } }
  await checkVideo(platform, videoId)
  expect(await read(videoId)).toMatchObject({ publishStatus: 'pending', duration: 42, codecs: 'avc1.42c01e' })
  const { address } = await open(videoId, clerk)
  expect(Buffer.from(await (await play(address, clerk)).arrayBuffer()).equals(mp4({ seconds: 42 }))).toBe(true)
  copyFileSync('/bin/false', program)
  const broken = await add(mp4({ type: 'hvc1' }))
  await checkVideo(platform, broken)
  expect((await read(broken)).fault).toMatch(/^转码没有成功。画面编码 H.265/)
})

test('an address is good for one person, session and browser, and gives ranges', async () => {
  const bytes = mp4({ seconds: 100, filler: 5000 })
  const { address } = await open(await published(bytes))
  const part = await play(address, viewer, 'bytes=10-19')
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([206, `bytes 10-19/${bytes.length}`, '10'])
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true)
  expect(Buffer.from(await (await play(address, viewer, 'bytes=-7')).arrayBuffer()).equals(bytes.subarray(-7))).toBe(true)
  expect((await play(address, viewer, `bytes=${bytes.length}-`)).status).toBe(416)
  const again = await server.sessionOf(viewer.userId)
  for (const somebody of [clerk, again, { ...viewer, cookie: 'x' }]) expect((await play(address, somebody)).status).toBe(401)
  expect((await play(`${address.slice(0, -6)}AAAAAA`, viewer)).status).toBe(401)
  await server.platform.sessions.endAllOf(server.platform.db, viewer.userId, 'logout')
  expect((await play(address, viewer)).status).toBe(401)
  viewer = { ...viewer, ...(await server.sessionOf(viewer.userId)) }
})

test.each([
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=5-500', { from: 5, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=9-5', null],
  ['bytes=100-', null],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
])('the range %s of 100 bytes', (header, range) => expect(rangeOf(header, 100)).toEqual(range))

test('what counts is the time that has passed, in pieces put together; it is done at 95 %', async () => {
  const videoId = await published()
  const { playKey } = await open(videoId)
  // 60 seconds of film in ten seconds of time.
  await pass(10)
  const claimed = await note(playKey, 0, 60)
  expect(claimed.watchedShare).toBeGreaterThanOrEqual(10)
  expect(claimed.watchedShare).toBeLessThan(15)
  await pass(15)
  await note(playKey, 10, 25)
  // Seen again: it counts once.
  await pass(15)
  expect(await note(playKey, 10, 25)).toMatchObject({ watchedShare: 25, done: false })
  // Ahead of what was seen: back to it.
  await pass(15)
  expect(await note(playKey, 60, 75)).toMatchObject({ watchedShare: 25, backTo: expect.closeTo(25_000, -3) })
  // Twice as fast takes half the time.
  await pass(15)
  expect((await note(playKey, 25, 55, 2)).watchedShare).toBe(55)
  await pass(60)
  expect((await note(playKey, 55, 100, 4)).watchedShare).toBeLessThanOrEqual(100)
  for (const from of [85, 55]) {
    await pass(30)
    await note(playKey, from, Math.min(100, from + 30))
  }
  const end = await note(playKey, 99, 100)
  expect(end).toMatchObject({ done: true, backTo: null })
  expect(await server.ok(selectVideoWatchers, { videoId }, { as: clerk })).toMatchObject({ total: 1, items: [{ personName: '甄观看', opened: 1, doneTime: expect.any(String) }] })
  expect(await read(videoId)).toMatchObject({ viewers: 1, finishers: 1 })
})

test('two players at once give no more than one: the first is told that it has stopped', async () => {
  const videoId = await published()
  const first = await open(videoId)
  const second = await open(videoId)
  await pass(15)
  expect(await server.call(noteWatched, { playKey: first.playKey ?? '', from: 0, to: 15_000, rate: 1 }, { as: viewer })).toMatchObject({ returnCode: CODE.inUse, returnMessage: '您正在另一个页面或设备上观看视频，这里的播放已停止' })
  expect((await note(second.playKey, 0, 15)).watchedShare).toBe(15)
  // The same time once more, at once, by two notes.
  await pass(15)
  await Promise.all([note(second.playKey, 15, 30), note(second.playKey, 15, 30)])
  expect((await server.ok(selectVideoWatchers, { videoId }, { as: clerk })).items[0]?.watched).toBeLessThanOrEqual(33)
})

test('a film that is published keeps its file; another file is checked anew, and what was seen of the first is nothing of it', async () => {
  const videoId = await published()
  const { playKey } = await open(videoId)
  await pass(20)
  await note(playKey, 0, 20)
  const file = [await sendVideo(server, clerk, mp4({ seconds: 50 }), '换.mp4')]
  const put = async () => {
    const { version, videoName, openScope } = await read(videoId)
    return server.call(meetingVideo.update, { videoId, version, meetId, videoName, openScope, file }, { as: clerk })
  }
  expect(await put()).toMatchObject({ returnMessage: '已发布的视频不能更换文件，请先下架' })
  await change(videoId, 'withdraw')
  expect((await put()).returnCode).toBe(CODE.ok)
  await checkVideo(server.platform, videoId)
  expect(await read(videoId)).toMatchObject({ publishStatus: 'pending', duration: 50, viewers: 0 })
  expect((await server.call(downloadFile, { fileId: file[0]?.fileId ?? '' }, { as: await server.person({ permits: ['meeting:video:read'], scopes: { meeting: 'all' } }) })).returnCode).toBe(CODE.notFound)
})

test('a course has published videos in it; who learns it watches what is not meant for them elsewhere, and gets on when it was seen', async () => {
  const pending = await add()
  const videoId = await published(mp4({ seconds: 20 }), 'internal')
  const course = (id: string) => ({ ...NEW_COURSE, courseName: `视频课程${id}`, courseType: 'special' as const, targetRoles: ['independent' as const], creditHours: 2, lecturerId: null, intro: null, examCount: null, examTries: null, examMinutes: null, passMark: null, examShuffle: false, sections: [{ title: '第一讲', kind: 'video' as const, videoId: id, meetId: null, url: null }] })
  expect((await server.call(courseResource.insert, course(pending), { as: clerk })).returnMessage).toMatch(/^视频“录像\d+”未发布/)
  const { courseId } = await server.ok(courseResource.insert, course(videoId), { as: clerk })
  await server.ok(courseResource.change, { courseId, version: 1, verb: 'list' }, { as: clerk })
  expect((await server.call(openVideo, { videoId, enrollId: null }, { as: viewer })).returnCode).toBe(CODE.notFound)
  const { enrollId } = await server.ok(enrollCourse, { courseId, learnerId: null }, { as: viewer })
  expect(await server.ok(selectStudy, { courseId }, { as: viewer })).toMatchObject({ progress: 0, items: [{ kind: 'video', videoId, watchedShare: 0, done: false }] })
  const { playKey } = await open(videoId, viewer, enrollId)
  await pass(20)
  await note(playKey, 0, 20)
  expect(await server.ok(selectStudy, { courseId }, { as: viewer })).toMatchObject({ progress: 100, enrollStatus: 'done', items: [{ watchedShare: 100, done: true }] })
  const { version } = await read(videoId)
  await change(videoId, 'withdraw')
  expect((await server.call(meetingVideo.remove, { videoId, version: version + 1 }, { as: clerk })).returnMessage).toBe('课程章节正在使用该视频，请先从课程中移除')
})
