import { useEffect, useRef, useState } from 'react'
import { Alert, Button, Spin, theme } from '../shell'
import { onceEach, openReader, problemOfCamera } from './reader'

export interface ScannerProps {
  /** Told each code once while it stays before the camera. */
  onCode: (text: string) => void
  /** Says what it shows, such as 扫描个人签到码. */
  label: string
  /** Nothing is read meanwhile; the camera stays on. */
  paused?: boolean
}

/** Fetches what reads frames, so that a camera that is opened without a connection is read. */
export const prepare = async (): Promise<void> => void (await openReader())

/** Frames that are read in a second: enough for a code that is held there, little enough for a plain laptop. */
const EVERY_MS = 160

/** The picture of a camera whose QR codes are read. The camera is on while this is shown and no longer. */
export function Scanner({ onCode, label, paused = false }: ScannerProps) {
  const { token } = theme.useToken()
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [showing, setShowing] = useState(false)
  const [tries, setTries] = useState(0)
  const given = useRef({ onCode, paused })
  useEffect(() => {
    given.current = { onCode, paused }
  })
  useEffect(() => {
    const screen = video.current
    if (!screen) return
    let [over, timer, stream] = [false, 0, null as MediaStream | null]
    const begin = async () => {
      if (!navigator.mediaDevices) throw new Error('no camera may be used')
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } } })
      if (over) return stop()
      // A camera that is pulled out says so by the end of its track.
      for (const track of stream.getVideoTracks()) track.addEventListener('ended', () => !over && setProblem(problemOfCamera({ name: 'NotFoundError' })))
      screen.srcObject = stream
      await screen.play()
      const read = await openReader()
      const note = onceEach((text) => given.current.onCode(text))
      setShowing(true)
      const look = async () => {
        if (over) return
        if (!given.current.paused && document.visibilityState === 'visible') note(await read(screen).catch(() => []), performance.now())
        timer = window.setTimeout(() => void look(), EVERY_MS)
      }
      await look()
    }
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    void begin().catch((error: unknown) => {
      stop()
      if (!over) setProblem(problemOfCamera(error))
    })
    return () => {
      over = true
      window.clearTimeout(timer)
      stop()
      screen.srcObject = null
    }
  }, [tries])
  const again = () => {
    setProblem(null)
    setShowing(false)
    setTries((n) => n + 1)
  }
  return (
    <div>
      {problem ? (
        <Alert
          type="warning"
          showIcon
          title={problem}
          action={
            <Button size="small" onClick={again}>
              重试
            </Button>
          }
        />
      ) : null}
      <Spin spinning={!showing && !problem}>
        <video ref={video} aria-label={label} muted playsInline style={{ display: problem ? 'none' : 'block', width: '100%', maxWidth: 480, aspectRatio: '4 / 3', objectFit: 'cover', background: token.colorFillSecondary, borderRadius: token.borderRadiusLG }} />
      </Spin>
    </div>
  )
}
