import { drawModules } from './modules'
import { FONTS } from './pdf'

/** Points of a millimetre. */
const MM = 72 / 25.4

export interface TextBox {
  /** Left, top and width in millimetres; what is higher than `height` is cut off at its last whole line. */
  x: number
  y: number
  width: number
  height?: number
  /** In points. */
  size: number
  strong?: boolean
  align?: 'left' | 'center' | 'right'
  colour?: string
}

/** Draws on sheets of any size, each thing at its place in millimetres from the left upper corner. */
export interface SheetWriter {
  nextSheet(): void
  text(text: string, box: TextBox): void
  /** A filled or framed rectangle. */
  box(x: number, y: number, width: number, height: number, look: { fill?: string; line?: string; dashed?: boolean }): void
  /** A code of dark and light squares, `size` wide, on white. */
  code(modules: readonly (readonly boolean[])[], x: number, y: number, size: number): void
}

/**
 * Makes a document whose sheets are laid out by hand, such as badges. Its sheets are written as they come and not held, so that
 * thousands of them take little memory. Answers the bytes of the PDF.
 */
export async function makeSheets(title: string, [width, height]: readonly [number, number], write: (sheets: SheetWriter) => void | Promise<void>, { compress = true, date = new Date() } = {}): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({ size: [width * MM, height * MM], margin: 0, compress, info: { Title: title, CreationDate: date } })
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.registerFont('text', FONTS.text).registerFont('strong', FONTS.strong)
  await write({
    nextSheet: () => void doc.addPage(),
    text(text, { x, y, width: wide, height: high, size, strong = false, align = 'left', colour = '#1F2329' }) {
      doc.font(strong ? 'strong' : 'text').fontSize(size).fillColor(colour)
      doc.text(text, x * MM, y * MM, { width: wide * MM, align, ...(high === undefined ? {} : { height: high * MM, ellipsis: true }) })
    },
    box(x, y, wide, high, { fill, line, dashed = false }) {
      if (fill) doc.rect(x * MM, y * MM, wide * MM, high * MM).fill(fill)
      if (!line) return
      doc.lineWidth(0.5)
      if (dashed) doc.dash(3, { space: 3 })
      doc.rect(x * MM, y * MM, wide * MM, high * MM).stroke(line)
      if (dashed) doc.undash()
    },
    code: (modules, x, y, size) => drawModules(doc, modules, x * MM, y * MM, size * MM),
  })
  doc.end()
  return ended
}
