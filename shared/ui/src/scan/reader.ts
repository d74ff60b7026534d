// Reads QR codes from what a camera shows: by the browser's own reader where it has one, which is not on Windows, else by a library
// that needs neither a worker nor WebAssembly, so that the content policy stays as it is.

type Frame = HTMLVideoElement
/** Reads the codes of one frame. */
export type Reader = (frame: Frame) => Promise<string[]>

interface Detector {
  detect(frame: Frame): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

async function ownReader(): Promise<Reader | null> {
  const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) return null
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (frame) => (await detector.detect(frame)).map(({ rawValue }) => rawValue)
}

/** Frames are made no larger than this before they are read: a code that fills a hand's width is read all the same. */
const LONGEST = 800

async function libraryReader(): Promise<Reader> {
  const { decodeQR } = await import(/* webpackChunkName: "ui-qr" */ 'qr/decode.js')
  const canvas = document.createElement('canvas')
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  return async (frame) => {
    const { videoWidth, videoHeight } = frame
    const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight, 1))
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    if (!paper || width === 0 || height === 0) return []
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    paper.drawImage(frame, 0, 0, width, height)
    try {
      return [decodeQR(paper.getImageData(0, 0, width, height))]
    } catch {
      // No code in this frame, which is how the library says so.
      return []
    }
  }
}

export const openReader = async (): Promise<Reader> => (await ownReader()) ?? (await libraryReader())

/** Why the camera shows nothing, for people. */
export function problemOfCamera(error: unknown): string {
  if (!window.isSecureContext) return '当前地址不是安全连接（https），浏览器不允许使用摄像头，请改用扫码枪或按姓名查找。'
  switch ((error as { name?: string } | null)?.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return '浏览器没有使用摄像头的权限，请在地址栏的网站设置中允许使用摄像头后重试，或改用扫码枪。'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return '没有找到摄像头，请接好后重试，或改用扫码枪。'
    case 'NotReadableError':
    case 'AbortError':
      return '摄像头正被其他程序占用，请关闭后重试，或改用扫码枪。'
    default:
      return '摄像头没有打开，请重试，或改用扫码枪。'
  }
}

/** Milliseconds for which a code that has just been read is the same person's: it is told once while it is held before the camera. */
const HELD_MS = 2_500

/** Tells each code once while it stays in view; `now` in milliseconds of a clock that does not jump. */
export function onceEach(tell: (text: string) => void): (texts: readonly string[], now: number) => void {
  const seen = new Map<string, number>()
  return (texts, now) => {
    for (const text of texts) {
      const last = seen.get(text)
      seen.set(text, now)
      if (last === undefined || now - last > HELD_MS) tell(text)
    }
    for (const [text, at] of seen) if (now - at > HELD_MS) seen.delete(text)
  }
}
