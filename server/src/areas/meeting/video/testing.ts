import { createHash } from 'node:crypto'
import { API_BASE, type FileItem } from '@assoc/contract'
import { PART_BYTES, PARTS_PATH, createUpload, finishUpload } from '@assoc/contract/platform/file-parts'
import { createFile } from 'mp4box'
import { OWN_HEADERS, type Session, type TestServer } from '../../../../test/harness'

const AVC_CONFIG = new Uint8Array([1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 4, 0x68, 0xce, 0x3c, 0x80])

/** A film of so many seconds by its tables; what it shows is nothing. `filler` adds bytes that no player reads. */
export function mp4({ seconds = 60, type = 'avc1', filler = 0 }: { seconds?: number; type?: 'avc1' | 'hvc1' | 'mp4a'; filler?: number } = {}): Buffer {
  const film = createFile()
  film.init({ timescale: 1000, duration: seconds * 1000 })
  const track = film.addTrack({ type, timescale: 1000, duration: seconds * 1000, media_duration: seconds * 1000, width: 320, height: 240, ...(type === 'avc1' ? { avcDecoderConfigRecord: AVC_CONFIG.buffer } : {}), ...(type === 'mp4a' ? { hdlr: 'soun', samplerate: 48_000, channel_count: 2, samplesize: 16 } : {}) })
  film.addSample(track, new Uint8Array(20), { duration: seconds * 1000, dts: 0, cts: 0, is_sync: true })
  const bytes = Buffer.from(new Uint8Array(film.getBuffer().buffer))
  if (!filler) return bytes
  const free = Buffer.alloc(filler, createHash('sha256').update(String(filler)).digest())
  free.writeUInt32BE(filler, 0)
  free.write('free', 4, 'latin1')
  return Buffer.concat([bytes, free])
}

const sessionHeaders = (as: Session) => ({ ...OWN_HEADERS, authorization: as.token, cookie: `sid=${as.cookie}` })
export const partsUrl = (server: Pick<TestServer, 'url'>, uploadId: string) => `${server.url}${API_BASE}${PARTS_PATH}/${uploadId}`

/** One request for the parts of a file. */
export const tus = (server: Pick<TestServer, 'url'>, as: Session, method: 'HEAD' | 'PATCH' | 'DELETE', uploadId: string, { offset, bytes, headers = {} }: { offset?: number; bytes?: Buffer; headers?: Record<string, string> } = {}) =>
  fetch(partsUrl(server, uploadId), {
    method,
    headers: { ...sessionHeaders(as), 'tus-resumable': '1.0.0', ...(bytes ? { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset ?? 0) } : {}), ...headers },
    ...(bytes ? { body: new Uint8Array(bytes) } : {}),
  })

export const uploadFields = (fileName: string, bytes: Buffer) => ({ purpose: 'meetingVideo.file', fileName, fileSize: bytes.length, fingerprint: createHash('sha256').update(bytes).digest('hex') })

/** Sends a film as a browser does, part by part. */
export async function sendVideo(server: TestServer, as: Session, bytes: Buffer, fileName = '会议.mp4'): Promise<FileItem> {
  const { uploadId, received } = await server.ok(createUpload, uploadFields(fileName, bytes), { as })
  for (let at = received; at < bytes.length; at += PART_BYTES) {
    const answer = await tus(server, as, 'PATCH', uploadId, { offset: at, bytes: bytes.subarray(at, at + PART_BYTES) })
    if (answer.status !== 204) throw new Error(`a part was answered ${answer.status} ${await answer.text()}`)
  }
  return server.ok(finishUpload, { uploadId }, { as })
}
