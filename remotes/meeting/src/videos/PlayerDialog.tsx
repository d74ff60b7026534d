import type { ResponseOf } from '@assoc/contract'
import { BEAT_SECONDS, noteWatched, openVideo } from '@assoc/contract/meeting/video'
import { api, ApiError, httpClient, newKey } from '@assoc/http'
import { Alert, AppDrawer, Button, FailedToLoad, Flex, Skeleton, Tag, Typography } from '@assoc/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { lengthOf } from './length'

type Opened = ResponseOf<typeof openVideo>
type Noted = Pick<Opened, 'watchedShare' | 'furthest' | 'done'>

const BASE = () => httpClient.defaults.baseURL ?? ''

/** Milliseconds by which a player may stand beside where it was told to. */
const SLACK_MS = 1_500

/** A video in a drawer. What is watched is noted while it plays; before it was seen once, nobody gets ahead of what they have seen. */
export function PlayerDialog({ row, enrollId = null, onClose }: { row: { videoId: string; videoName: string }; enrollId?: string | null; onClose: () => void }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const open = useCallback(async () => {
    setFault(null)
    try {
      setOpened(await api(openVideo, { videoId: row.videoId, enrollId }, { idempotencyKey: newKey() }))
    } catch (error) {
      setOpened(null)
      setFault(error instanceof ApiError ? error.message : '视频没有打开，请检查网络后重试')
    }
  }, [row.videoId, enrollId])
  useEffect(() => void open(), [open])
  return (
    <AppDrawer open title={row.videoName} size={860} onClose={onClose}>
      {fault ? <FailedToLoad message={fault} onRetry={() => void open()} /> : opened ? <Player key={opened.address} opened={opened} onStopped={setFault} onLost={() => void open()} /> : <Skeleton active />}
    </AppDrawer>
  )
}

function Player({ opened, onStopped, onLost }: { opened: Opened; onStopped: (why: string) => void; onLost: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [noted, setNoted] = useState<Noted>(opened)
  const furthest = useRef(opened.furthest)
  const done = useRef(opened.done)
  const { playKey } = opened
  /** Where the player stood last: a jump is told by it. */
  const last = useRef(0)
  /** Where the piece began that is being played. */
  const from = useRef<number | null>(null)
  const position = () => Math.round((video.current?.currentTime ?? 0) * 1000)

  const note = useCallback(
    async (to: number) => {
      const begun = from.current
      if (playKey === null || begun === null || to <= begun) return
      from.current = to
      furthest.current = Math.max(furthest.current, to)
      try {
        const answer = await api(noteWatched, { playKey, from: begun, to, rate: video.current?.playbackRate ?? 1 }, { idempotencyKey: newKey() })
        done.current = answer.done
        setNoted(answer)
        if (answer.backTo !== null && video.current) {
          furthest.current = answer.backTo
          video.current.currentTime = answer.backTo / 1000
          from.current = answer.backTo
        }
      } catch (error) {
        if (error instanceof ApiError) {
          video.current?.pause()
          onStopped(error.message)
        } else {
          // The network is away: the piece is told with the next note.
          from.current = Math.min(begun, from.current ?? begun)
        }
      }
    },
    [playKey, onStopped],
  )

  useEffect(() => {
    const timer = setInterval(() => {
      if (video.current && !video.current.paused) void note(position())
    }, BEAT_SECONDS * 1000)
    return () => {
      clearInterval(timer)
      // Closed while it plays: what was seen since the last note counts.
      void note(last.current)
    }
  }, [note])
  const seeking = () => {
    const [before, now] = [last.current, position()]
    void note(before)
    from.current = null
    const limit = Math.max(furthest.current, before)
    if (playKey !== null && !done.current && now > limit + SLACK_MS && video.current) video.current.currentTime = limit / 1000
  }
  const { duration } = opened
  return (
    <Flex vertical gap={12}>
      {playKey === null ? <Alert type="info" showIcon title="视频尚未发布，这是预览，不计观看记录。" /> : null}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- recordings come without captions */}
      <video
        ref={video}
        src={`${BASE()}${opened.address}`}
        // From another origin the session's cookie goes along only when it is asked for.
        {...(/^https?:/.test(BASE()) ? { crossOrigin: 'use-credentials' as const } : {})}
        controls
        controlsList="nodownload"
        preload="metadata"
        aria-label={opened.videoName}
        style={{ width: '100%', maxHeight: '62vh', background: 'black' }}
        onLoadedMetadata={() => {
          if (!opened.done && opened.furthest > 0 && opened.furthest < duration * 1000 - 5_000 && video.current) video.current.currentTime = opened.furthest / 1000
        }}
        onPlaying={() => {
          from.current ??= position()
        }}
        onTimeUpdate={() => {
          if (video.current && !video.current.seeking) last.current = position()
        }}
        onPause={() => {
          void note(position())
          from.current = null
        }}
        onRateChange={() => void note(position())}
        onSeeking={seeking}
        onSeeked={() => {
          last.current = position()
          if (video.current && !video.current.paused) from.current = position()
        }}
        onEnded={() => void note(position())}
        onError={() => {
          if (from.current !== null || last.current > 0) onLost()
          else onStopped('视频没有加载成功，请检查网络后重试')
        }}
      />
      {playKey === null ? null : (
        <Flex gap={12} align="center" wrap>
          <Typography.Text>{`时长 ${lengthOf(duration)}，已观看 ${noted.watchedShare}%`}</Typography.Text>
          {noted.done ? <Tag color="success">已看完</Tag> : <Typography.Text type="secondary">{`观看满 ${opened.share}% 记为看完；首次观看不能快进到没有看过的部分`}</Typography.Text>}
          {noted.furthest > 0 && !noted.done ? (
            <Button
              size="small"
              onClick={() => {
                if (video.current) video.current.currentTime = noted.furthest / 1000
              }}
            >
              跳到上次看到的位置
            </Button>
          ) : null}
        </Flex>
      )}
    </Flex>
  )
}
