import { useEffect, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import { Button } from '../shell'
import { INK, PAPER, pictureOf } from './signature-picture'

const HEIGHT = 180

/** Where a signature is drawn, with mouse, pen or finger. It is drawn black on white in either theme, for that is how it is kept and printed. */
export function SignaturePanel({ name, busy, onTake, onCancel }: { name: string; busy: boolean; onTake: (file: File) => void; onCancel: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const [strokes, setStrokes] = useState(0)
  useEffect(() => {
    const place = canvas.current
    if (!place) return
    const made = new SignaturePad(place, { backgroundColor: PAPER, penColor: INK })
    const count = () => setStrokes(made.toData().length)
    made.addEventListener('endStroke', count)
    pad.current = made
    // Drawn in the device's own pixels, or lines are blurred; turning a phone keeps what is drawn.
    const fit = () => {
      const data = made.toData()
      const ratio = Math.max(1, window.devicePixelRatio)
      place.width = place.offsetWidth * ratio
      place.height = HEIGHT * ratio
      place.getContext('2d')?.scale(ratio, ratio)
      made.fromData(data)
    }
    fit()
    window.addEventListener('resize', fit)
    return () => {
      window.removeEventListener('resize', fit)
      made.off()
    }
  }, [])
  const undo = () => {
    const data = pad.current?.toData().slice(0, -1) ?? []
    pad.current?.fromData(data)
    setStrokes(data.length)
  }
  const clear = () => {
    pad.current?.clear()
    setStrokes(0)
  }
  return (
    <div>
      <canvas ref={canvas} className="fs-pad" aria-label={`签名区：${name}`} style={{ height: HEIGHT }} />
      <div className="fs-turn" style={{ marginTop: 8, justifyContent: 'flex-start' }}>
        <Button type="primary" disabled={strokes === 0} loading={busy} onClick={() => canvas.current && void pictureOf(canvas.current).then(onTake)}>
          使用此签名
        </Button>
        <Button disabled={strokes === 0} onClick={undo}>
          撤销一笔
        </Button>
        <Button disabled={strokes === 0} onClick={clear}>
          清空
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
      <div className="fs-help">请用鼠标、触控笔或手指签名；不便手写时可取消后键入姓名或上传签名图片。</div>
    </div>
  )
}
