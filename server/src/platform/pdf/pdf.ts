import { createRequire } from 'node:module'

// Both weights of one typeface with all of GB 18030's common characters; only the glyphs that a document uses are put into it.
const require = createRequire(import.meta.url)
const FONTS = {
  text: require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf'),
}

// Measures in points. Ink and lines as in the console's light theme; red marks the head line alone.
const [MARGIN, LINE, PAD] = [48, 16, 5]
const INK = { text: '#1F2329', quiet: '#666D78', line: '#D5D2CB', head: '#F7F6F3', seal: '#A61C30' }

// A value that is typed from a printout shows letter by letter: no “ff” drawn as one glyph.
const PLAIN = { liga: false, dlig: false, clig: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

export interface DocumentColumn {
  title: string
  /** Share of the width; columns share by these. */
  width: number
  align?: 'left' | 'right'
}

/** What is written onto a document, from top to bottom; it goes on to the next page by itself. */
export interface DocumentWriter {
  heading(text: string): void
  /** Labels with values, two beside each other. */
  facts(rows: readonly (readonly [label: string, value: string])[]): void
  /** A table whose head stands again on each page; `totals` is its last row, in strong type. */
  table(columns: readonly DocumentColumn[], rows: readonly (readonly string[])[], totals?: readonly string[]): void
  /** A paragraph in small type. */
  note(text: string): void
  /** One value in large type, within a frame, under its label. */
  figure(label: string, text: string): void
  /** A broken line across the page along which it is folded. */
  fold(text: string): void
  /** Goes on at the top of a new page, under the same title. */
  nextPage(): void
}

/**
 * Makes a document on A4 in Chinese type, with page numbers. `compress` off leaves its text readable for tests.
 * Answers the bytes of the PDF.
 */
export async function makePdf(title: string, write: (document: DocumentWriter) => void, { compress = true } = {}): Promise<Buffer> {
  // Loaded with the first document: it takes as much memory as all calls together.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({ size: 'A4', margin: MARGIN, bufferPages: true, compress, info: { Title: title } })
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.registerFont('text', FONTS.text).registerFont('strong', FONTS.strong)
  head(doc, title)
  write(documentOn(doc, title))
  numberPages(doc)
  doc.end()
  return ended
}

type Doc = PDFKit.PDFDocument
const widthOf = (doc: Doc) => doc.page.width - 2 * MARGIN
const bottomOf = (doc: Doc) => doc.page.height - MARGIN - LINE

function head(doc: Doc, title: string): void {
  doc.rect(MARGIN, MARGIN, 28, 3).fill(INK.seal)
  doc.font('strong').fontSize(16).fillColor(INK.text).text(title, MARGIN, MARGIN + 12)
  doc.moveDown(0.6)
}

/** Goes to the next page when so many points do not fit any more; says whether it did. */
function room(doc: Doc, points: number): boolean {
  if (doc.y + points <= bottomOf(doc)) return false
  doc.addPage()
  return true
}

function documentOn(doc: Doc, title: string): DocumentWriter {
  return {
    heading(text) {
      room(doc, 4 * LINE)
      doc.moveDown(0.5)
      doc.font('strong').fontSize(11).fillColor(INK.text).text(text, MARGIN)
      doc.moveDown(0.3)
    },
    facts(rows) {
      const half = widthOf(doc) / 2
      for (let i = 0; i < rows.length; i += 2) {
        const pair = rows.slice(i, i + 2)
        const heights = pair.map(([label, value]) => doc.font('text').fontSize(9).heightOfString(`${label}：${value}`, { width: half - 2 * PAD }))
        const height = Math.max(...heights) + PAD
        room(doc, height)
        const top = doc.y
        pair.forEach(([label, value], column) => {
          doc.font('text').fontSize(9).fillColor(INK.quiet).text(`${label}：`, MARGIN + column * half, top, { continued: true, width: half - 2 * PAD })
          doc.fillColor(INK.text).text(value)
        })
        doc.y = top + height
      }
      doc.x = MARGIN
    },
    table(columns, rows, totals) {
      drawTable(doc, columns, rows, totals)
    },
    note(text) {
      doc.font('text').fontSize(8).fillColor(INK.quiet)
      room(doc, doc.heightOfString(text, { width: widthOf(doc) }))
      doc.text(text, MARGIN, doc.y, { width: widthOf(doc) })
      doc.moveDown(0.4)
    },
    figure(label, text) {
      const height = 64
      room(doc, height + LINE)
      const top = doc.y
      doc.roundedRect(MARGIN, top, widthOf(doc), height, 4).lineWidth(0.8).stroke(INK.line)
      doc.font('text').fontSize(9).fillColor(INK.quiet).text(label, MARGIN + 2 * PAD, top + 2 * PAD)
      doc.font('strong').fontSize(20).fillColor(INK.text).text(text, MARGIN + 2 * PAD, top + 28, { characterSpacing: 2, lineBreak: false, features: PLAIN })
      doc.x = MARGIN
      doc.y = top + height + LINE
    },
    fold(text) {
      room(doc, 4 * LINE)
      const at = doc.y + LINE
      doc.moveTo(MARGIN, at).lineTo(MARGIN + widthOf(doc), at).lineWidth(0.5).dash(4, { space: 3 }).stroke(INK.quiet).undash()
      doc.font('text').fontSize(8).fillColor(INK.quiet).text(text, MARGIN, at + 4, { width: widthOf(doc), align: 'center' })
      doc.x = MARGIN
      doc.y = at + 2 * LINE
    },
    nextPage() {
      doc.addPage()
      head(doc, title)
    },
  }
}

function drawTable(doc: Doc, columns: readonly DocumentColumn[], rows: readonly (readonly string[])[], totals?: readonly string[]): void {
  const shares = columns.reduce((sum, { width }) => sum + width, 0)
  const widths = columns.map(({ width }) => (widthOf(doc) * width) / shares)
  const draw = (cells: readonly string[], font: 'text' | 'strong', fill?: string) => {
    doc.font(font).fontSize(8.5)
    const height = Math.max(...cells.map((cell, i) => doc.heightOfString(cell || ' ', { width: (widths[i] ?? 0) - 2 * PAD }))) + 2 * PAD
    if (room(doc, height) && font === 'text') draw(columns.map((c) => c.title), 'strong', INK.head)
    const top = doc.y
    if (fill) doc.rect(MARGIN, top, widthOf(doc), height).fill(fill)
    doc.font(font).fontSize(8.5).fillColor(INK.text)
    cells.reduce((left, cell, i) => {
      const width = widths[i] ?? 0
      doc.text(cell, left + PAD, top + PAD, { width: width - 2 * PAD, align: columns[i]?.align ?? 'left' })
      return left + width
    }, MARGIN)
    doc.moveTo(MARGIN, top + height).lineTo(MARGIN + widthOf(doc), top + height).lineWidth(0.5).stroke(INK.line)
    doc.x = MARGIN
    doc.y = top + height
  }
  draw(columns.map((c) => c.title), 'strong', INK.head)
  for (const row of rows) draw(row, 'text')
  if (totals) draw(totals, 'strong', INK.head)
  doc.moveDown(0.6)
}

function numberPages(doc: Doc): void {
  const { start, count } = doc.bufferedPageRange()
  for (let i = start; i < start + count; i += 1) {
    doc.switchToPage(i)
    // Below the margin on purpose: text there would begin a page of its own.
    doc.page.margins.bottom = 0
    doc.font('text').fontSize(8).fillColor(INK.quiet).text(`第 ${i + 1} / ${count} 页`, MARGIN, doc.page.height - MARGIN + 8, { width: widthOf(doc), align: 'right', lineBreak: false })
    doc.page.margins.bottom = MARGIN
  }
}
