import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { insertFile } from '../../../platform/files/store'
import { storedFiles, type StoredFile } from '../../../platform/files/stored'
import { defineJob } from '../../../platform/jobs/worker'
import { probe } from '../../../platform/media/probe'
import type { Probed } from '../../../platform/media/probe-worker'
import type { Platform } from '../../../platform/platform'
import { derivedStep } from '../../../platform/resource/actions'
import { letGoOf } from '../../../platform/resource/files.repository'
import { inJob, SYSTEM } from '../../../platform/resource/in-job'
import * as repository from './repository'
import { CHECK_JOB, videoRuntime } from './resource'

// What browsers play: H.264, VP9 and AV1 with AAC, MP3, Opus or FLAC. Whatever else a file holds is told to who uploaded it.

const VIDEO_CODECS = /^(?:avc1|avc3|vp09|av01)\b/
const AUDIO_CODECS = /^(?:mp4a\.40|mp4a\.6b|mp4a\.69|opus|flac)/i
const NAMES: readonly [RegExp, string][] = [
  [/^(?:hvc1|hev1)/, 'H.265（HEVC）'],
  [/^mp4v/, 'MPEG-4 Part 2'],
  [/^ac-3|^ec-3/, '杜比音频'],
]
const named = (codec: string) => NAMES.find(([expression]) => expression.test(codec))?.[1] ?? codec.slice(0, 40)
const REMEDY = '请用剪辑软件重新导出为 H.264 + AAC 编码的 MP4 后上传'
/** Hours that a recording may last. */
const MOST_SECONDS = 24 * 3600

/** Why a film cannot be played in a browser; null when it can. */
export function faultOf(found: Probed | null): string | null {
  if (!found) return `文件已损坏或不完整，无法读取，${REMEDY}`
  if (found.video.length === 0) return `文件中没有画面，${REMEDY}`
  if (!(found.duration >= 1)) return `读不到视频时长，${REMEDY}`
  if (found.duration > MOST_SECONDS) return '视频超过 24 小时，请剪成几段后上传'
  const video = found.video.find((codec) => !VIDEO_CODECS.test(codec))
  if (video) return `画面编码 ${named(video)} 浏览器不能播放，${REMEDY}`
  const audio = found.audio.find((codec) => !AUDIO_CODECS.test(codec))
  return audio ? `声音编码 ${named(audio)} 浏览器不能播放，${REMEDY}` : null
}

/** Hours that a conversion may take. */
const CONVERT_MS = 6 * 3600_000

/** Has ffmpeg write a film anew as browsers play it; null when it cannot. What it reads and writes rests in the system's folder for temporary files. */
async function convert(platform: Platform, file: StoredFile): Promise<{ key: string; sha256: string; size: number } | null> {
  const folder = join(tmpdir(), `convert-${randomBytes(8).toString('hex')}`)
  await mkdir(folder, { mode: 0o700 })
  const [input, output] = [join(folder, 'in.mp4'), join(folder, 'out.mp4')]
  try {
    await pipeline(platform.files.read(file.key), createWriteStream(input, { mode: 0o600 }))
    const options = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-f', 'mp4', '-i', input, '-map', '0:v:0', '-map', '0:a:0?', '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart', output]
    const code = await new Promise<number | null>((resolve) => {
      const child = spawn(platform.config.ffmpegPath, options, { stdio: 'ignore', timeout: CONVERT_MS, killSignal: 'SIGKILL' })
      child.once('error', (error) => {
        platform.log.error({ err: error, job: true }, 'FFMPEG_PATH cannot be run')
        resolve(null)
      })
      child.once('exit', resolve)
    })
    return code === 0 ? await platform.files.put(createReadStream(output)) : null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Result {
  found: Probed | null
  fault: string | null
  /** What was made of the file, to be played in its place. */
  made: { key: string; sha256: string; size: number } | null
}

async function examine(platform: Platform, file: StoredFile): Promise<Result> {
  const found = await probe(platform.files, file)
  const fault = faultOf(found)
  // Of what is no film at all nothing can be made.
  if (!fault || !found?.video.length || !platform.config.ffmpegPath) return { found, fault, made: null }
  const made = await convert(platform, file)
  if (!made) return { found, fault: `转码没有成功。${fault}`, made: null }
  const again = await probe(platform.files, made)
  return { found: again, fault: faultOf(again), made }
}

/** Reads how long a film is and whether browsers play it, and moves it on: to be published, or back to who uploaded it with the reason. */
export async function checkVideo(platform: Platform, videoId: string): Promise<void> {
  const row = await repository.toCheck(platform.db, videoId)
  if (row?.publishStatus !== 'converting') return
  const [file] = await storedFiles(platform.db, row.file.map(({ fileId }) => fileId))
  const { found, fault, made } = file ? await examine(platform, file) : { found: null, fault: '视频文件已不存在，请重新上传', made: null }
  const used = await inJob(
    platform,
    '检查会议视频',
    async (action) => {
      const held = await repository.holdToCheck(action.db, videoId)
      // Meanwhile another file was chosen, which has a check of its own.
      if (held?.publishStatus !== 'converting' || held.file[0]?.fileId !== file?.fileId) return false
      if (row.playFileId && row.playFileId !== file?.fileId) await letGoOf(action.db, [row.playFileId])
      const playFileId = fault || !file ? null : made ? await insertFile(action.db, made, { fileName: file.fileName, contentType: 'video/mp4', ownerType: 'meetingVideo', ownerId: videoId }) : file.fileId
      await repository.setChecked(action.db, videoId, { duration: fault || !found ? null : Math.max(1, Math.round(found.duration)), codecs: found ? [...found.video, ...found.audio].join(' + ').slice(0, 200) || null : null, fault, playFileId })
      await derivedStep(videoRuntime.runtime, action, videoId, fault ? 'fail' : 'ready', fault)
      return !fault
    },
    SYSTEM,
  )
  if (made && !used) await platform.files.remove(made.key)
}

defineJob<{ videoId: string }>(CHECK_JOB, ({ videoId }, platform) => checkVideo(platform, videoId))
