import { randomInt } from 'node:crypto'
import type { SKRSContext2D } from '@napi-rs/canvas'

export const WIDTH = 320
export const HEIGHT = 160
export const PIECE = 46
/** Pixels by which the piece may lie off. */
export const TOLERANCE = 4

export interface SliderPicture {
  background: string
  piece: string
  answer: number
  top: number
}

const between = (low: number, high: number) => randomInt(low, high + 1)

/** The outline of the piece: a square with a knob on top and a notch at the right. */
function outline(c: SKRSContext2D, x: number, y: number): void {
  const s = PIECE - 10
  c.beginPath()
  c.moveTo(x, y + 10)
  c.lineTo(x + s / 2 - 7, y + 10)
  c.arc(x + s / 2, y + 8, 8, Math.PI, 0)
  c.lineTo(x + s, y + 10)
  c.lineTo(x + s, y + 10 + s / 2 - 7)
  c.arc(x + s + 1, y + 10 + s / 2, 8, -Math.PI / 2, Math.PI / 2)
  c.lineTo(x + s, y + 10 + s)
  c.lineTo(x, y + 10 + s)
  c.closePath()
}

function paint(c: SKRSContext2D): void {
  const hue = between(0, 360)
  const sky = c.createLinearGradient(0, 0, WIDTH, HEIGHT)
  sky.addColorStop(0, `hsl(${hue} 32% 74%)`)
  sky.addColorStop(1, `hsl(${(hue + between(30, 90)) % 360} 36% 52%)`)
  c.fillStyle = sky
  c.fillRect(0, 0, WIDTH, HEIGHT)
  for (let i = 0; i < 26; i++) {
    c.fillStyle = `hsl(${(hue + between(0, 140)) % 360} ${between(20, 55)}% ${between(35, 85)}% / ${between(20, 55) / 100})`
    c.beginPath()
    const [x, y] = [between(0, WIDTH), between(0, HEIGHT)]
    if (i % 3 === 0) c.ellipse(x, y, between(10, 60), between(6, 30), between(0, 3), 0, Math.PI * 2)
    else {
      c.moveTo(x, y)
      for (let corner = 0; corner < 3; corner++) c.lineTo(x + between(-70, 70), y + between(-50, 50))
    }
    c.fill()
  }
}

/** Draws a picture with a gap and the piece that fits it. About 4 ms; no picture is used twice. */
export async function drawSlider(): Promise<SliderPicture> {
  const answer = between(90, WIDTH - PIECE - 12)
  const top = between(8, HEIGHT - PIECE - 12)
  // Loaded with the first picture: 20 MB that a process without sign-ins, such as a worker, does not need.
  const { createCanvas } = await import('@napi-rs/canvas')
  const scene = createCanvas(WIDTH, HEIGHT)
  const c = scene.getContext('2d')
  paint(c)
  const cut = createCanvas(PIECE, PIECE)
  const p = cut.getContext('2d')
  p.save()
  outline(p, 1, 1)
  p.clip()
  p.drawImage(scene, -answer + 1, -top + 1)
  p.restore()
  outline(p, 1, 1)
  p.strokeStyle = 'rgba(255,255,255,.9)'
  p.lineWidth = 1.5
  p.stroke()
  // A second, wrong gap keeps simple edge finders busy.
  for (const [x, y, alpha] of [[answer, top, 0.5], [between(20, 60), between(8, HEIGHT - PIECE - 12), 0.16]] as const) {
    outline(c, x, y)
    c.fillStyle = `rgba(20,22,28,${alpha})`
    c.fill()
    c.strokeStyle = 'rgba(255,255,255,.55)'
    c.stroke()
  }
  return {
    background: `data:image/jpeg;base64,${(await scene.encode('jpeg', 80)).toString('base64')}`,
    piece: `data:image/png;base64,${(await cut.encode('png')).toString('base64')}`,
    answer,
    top,
  }
}

/** Whether a track looks like something that was moved, by hand or by keys, and ends where it claims. */
export function plausibleTrack(track: readonly { t: number; x: number }[], x: number): boolean {
  const last = track.at(-1)
  const first = track[0]
  if (!last || !first || track.length < 3) return false
  const ordered = track.every((point, i) => i === 0 || point.t >= (track[i - 1]?.t ?? 0))
  return ordered && last.t - first.t >= 120 && Math.abs(last.x - x) <= 2
}
