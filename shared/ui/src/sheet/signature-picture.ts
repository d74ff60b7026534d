import { lightTokens } from '../theme/tokens'

// A signature is dark on white in either theme, for that is how it is kept and printed.

export const PAPER = lightTokens.colorBgContainer
export const INK = lightTokens.colorText

/** A name as a picture, in handwriting where the device has a typeface of that kind. */
export async function pictureOfName(text: string): Promise<File> {
  const canvas = document.createElement('canvas')
  const font = '56px KaiTi, STKaiti, "Kaiti SC", cursive'
  const measure = canvas.getContext('2d')
  if (measure) measure.font = font
  canvas.width = Math.ceil(measure?.measureText(text).width ?? 200) + 40
  canvas.height = 100
  const brush = canvas.getContext('2d')
  if (brush) {
    brush.fillStyle = PAPER
    brush.fillRect(0, 0, canvas.width, canvas.height)
    brush.fillStyle = INK
    brush.font = font
    brush.textBaseline = 'middle'
    brush.fillText(text, 20, 52)
  }
  return pictureOf(canvas)
}

/** What stands on a canvas as a PNG file. */
export const pictureOf = (canvas: HTMLCanvasElement): Promise<File> =>
  new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(new File([blob], '签名.png', { type: 'image/png' })) : reject(new Error('没有生成签名图片，请重试'))), 'image/png'))
