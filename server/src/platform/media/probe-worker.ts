import { parentPort } from 'node:worker_threads'
import { createFile, MP4BoxBuffer, type Movie } from 'mp4box'

/** What the thread is told: bytes of the file from a place, or that there are no more. */
export type ProbeTask = { at: number; bytes: Uint8Array } | { end: true }

export interface Probed {
  /** Seconds. */
  duration: number
  video: string[]
  audio: string[]
}

/** What it answers: where it wants to read on, what it has found, or that it is no film. */
export type ProbeReply = { kind: 'more'; at: number } | { kind: 'done'; found: Probed } | { kind: 'unreadable' }

const codecsOf = (tracks: Movie['tracks'] | undefined): string[] => [...new Set((tracks ?? []).map(({ codec }) => codec))]

function probedOf(movie: Movie): Probed {
  const lengths = [[movie.duration, movie.timescale], [movie.fragment_duration?.num ?? 0, movie.fragment_duration?.den ?? 1], ...movie.tracks.map((track): [number, number] => [track.samples_duration, track.timescale])] as const
  return { duration: Math.max(...lengths.map(([length, scale]) => (scale > 0 ? length / scale : 0))), video: codecsOf(movie.videoTracks), audio: codecsOf(movie.audioTracks) }
}

if (parentPort) {
  const port = parentPort
  const film = createFile(false)
  let found: Probed | undefined
  const answer = (reply: ProbeReply) => port.postMessage(reply)
  film.onReady = (movie) => (found = probedOf(movie))
  // What is written while it is filmed tells its length only by its last piece.
  const whole = () => found !== undefined && found.duration > 0
  film.onError = () => undefined
  port.on('message', (task: ProbeTask) => {
    try {
      if ('end' in task) {
        film.flush()
        return answer(found ? { kind: 'done', found: probedOf(film.getInfo()) } : { kind: 'unreadable' })
      }
      const bytes = task.bytes.slice().buffer
      const next = film.appendBuffer(MP4BoxBuffer.fromArrayBuffer(bytes, task.at))
      answer(found && whole() ? { kind: 'done', found } : { kind: 'more', at: next })
    } catch {
      answer({ kind: 'unreadable' })
    }
  })
}
