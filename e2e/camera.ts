import { writeFileSync } from 'node:fs'
import encodeQR from 'qr'

// A camera of a test: a film of codes that are held before it one after the other, which Chromium shows in the place of a real one.

const [WIDTH, HEIGHT, RATE] = [640, 480, 10]
const [WHITE, BLACK, GREY] = [235, 16, 128]

/** One picture, light and colour, with a code in its middle or none. */
function frame(text: string | null): Buffer {
  const light = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  if (text !== null) {
    const modules = encodeQR(text, 'raw', { border: 2, scale: 1 })
    const scale = Math.floor((HEIGHT - 60) / modules.length)
    const [left, top] = [Math.floor((WIDTH - modules.length * scale) / 2), Math.floor((HEIGHT - modules.length * scale) / 2)]
    for (const [y, row] of modules.entries()) for (const [x, dark] of row.entries()) if (dark) for (let line = 0; line < scale; line++) light.fill(BLACK, (top + y * scale + line) * WIDTH + left + x * scale, (top + y * scale + line) * WIDTH + left + (x + 1) * scale)
  }
  return Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)])
}

/** Writes the film to a file: each code for a second, then nothing for half of one. Chromium shows it again and again. */
export function film(file: string, codes: readonly string[]): void {
  const shown = codes.flatMap((code) => [...Array<Buffer>(RATE).fill(frame(code)), ...Array<Buffer>(RATE / 2).fill(frame(null))])
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${RATE}:1 Ip A1:1 C420mpeg2\n`), ...shown]))
}

/** What Chromium is started with so that the film is its camera. */
export const cameraArgs = (file: string): string[] => ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${file}`]
