import type { RichDoc, RichNode } from '@assoc/contract/core/rich-text'
import { createRequire } from 'node:module'
import { drawGrid, type Grid } from './grid'
import { drawModules } from './modules'

// Both weights of one typeface with all of GB 18030's common characters; only the glyphs that a document uses are put into it.
const require = createRequire(import.meta.url)
export const FONTS = {
  text: require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf'),
}

// Measures in points. Ink and lines as in the console's light theme; red marks the head line alone.
const [MARGIN, LINE, PAD, BOX, CODE] = [48, 16, 5, 30, 96]
const INK = { text: '#1F2329', quiet: '#666D78', line: '#D5D2CB', head: '#F7F6F3', seal: '#A61C30' }

// A value that is typed from a printout shows letter by letter: no “ff” drawn as one glyph.
const PLAIN = { liga: false, dlig: false, clig: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

export interface DocumentColumn {
  title: string
  /** Share of the width; columns share by these. */
  width: number
  align?: 'left' | 'right'
  /** A framed box that somebody writes into by hand; rows of such a table are as high as a signature needs. */
  box?: boolean
}

/** What is written onto a document, from top to bottom; it goes on to the next page by itself. */
export interface DocumentWriter {
  heading(text: string): void
  /** Labels with values, two beside each other. */
  facts(rows: readonly (readonly [label: string, value: string])[]): void
  /** A table whose head stands again on each page; `totals` is its last row, in strong type. */
  table(columns: readonly DocumentColumn[], rows: readonly (readonly string[])[], totals?: readonly string[]): void
  /** A table with merged cells, each in its frame. */
  grid(grid: Grid): void
  /** A question, and below it what was answered. */
  answer(question: string, text: string): void
  /** A paragraph in small type. */
  note(text: string): void
  /** One value in large type, within a frame, under its label. */
  figure(label: string, text: string): void
  /** A code of dark and light squares, with what it is for beside it. */
  code(modules: readonly (readonly boolean[])[], text: string): void
  /** A broken line across the page along which it is folded. */
  fold(text: string): void
  /** A structured text in the type of letters. */
  rich(doc: RichDoc): void
  /** Lines at the right, by whom and when it was written. */
  signedBy(lines: readonly string[]): void
  /** Goes on at the top of a new page, under the same title or another. */
  nextPage(title?: string): void
}

/**
 * Makes a document on A4 in Chinese type, with page numbers unless it is several documents in one. `across` turns the sheets. With a `date` of its own it is the same, byte by byte, whenever it is made. `compress` off leaves its text readable for tests.
 * Answers the bytes of the PDF.
 */
export async function makePdf(title: string, write: (document: DocumentWriter) => void | Promise<void>, { compress = true, numbered = true, across = false, date = new Date() } = {}): Promise<Buffer> {
  // Loaded with the first document: it takes as much memory as all calls together.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({ size: 'A4', ...(across ? { layout: 'landscape' as const } : {}), margin: MARGIN, bufferPages: true, compress, info: { Title: title, CreationDate: date } })
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.registerFont('text', FONTS.text).registerFont('strong', FONTS.strong)
  head(doc, title)
  await write(documentOn(doc, title))
  if (numbered) numberPages(doc)
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
    grid(grid) {
      drawGrid(doc, grid, { left: MARGIN, width: widthOf(doc), bottom: () => bottomOf(doc), ink: INK.text, line: INK.quiet, fill: INK.head })
      doc.moveDown(0.6)
    },
    answer(question, text) {
      const options = { width: widthOf(doc), lineGap: 2 }
      doc.font('strong').fontSize(9.5)
      const height = doc.heightOfString(question, options)
      doc.font('text').fontSize(9.5)
      // A question stands with at least the first lines of its answer.
      room(doc, height + Math.min(3 * LINE, text ? doc.heightOfString(text, { ...options, width: options.width - INDENT }) : 0))
      doc.font('strong').fillColor(INK.text).text(question, MARGIN, doc.y, options)
      if (text) doc.font('text').text(text, MARGIN + INDENT, doc.y + 2, { ...options, width: options.width - INDENT })
      doc.x = MARGIN
      doc.moveDown(0.5)
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
    code(modules, text) {
      room(doc, CODE + LINE)
      const [top, left] = [doc.y, MARGIN + CODE + 3 * PAD]
      drawModules(doc, modules, MARGIN, top, CODE)
      doc.font('text').fontSize(9).fillColor(INK.quiet)
      const options = { width: widthOf(doc) - CODE - 3 * PAD, lineGap: 3 }
      doc.text(text, left, top + Math.max(0, (CODE - doc.heightOfString(text, options)) / 2), options)
      doc.x = MARGIN
      doc.y = top + CODE + LINE
    },
    fold(text) {
      room(doc, 4 * LINE)
      const at = doc.y + LINE
      doc.moveTo(MARGIN, at).lineTo(MARGIN + widthOf(doc), at).lineWidth(0.5).dash(4, { space: 3 }).stroke(INK.quiet).undash()
      doc.font('text').fontSize(8).fillColor(INK.quiet).text(text, MARGIN, at + 4, { width: widthOf(doc), align: 'center' })
      doc.x = MARGIN
      doc.y = at + 2 * LINE
    },
    rich({ content }) {
      drawBlocks(doc, content, 0)
    },
    signedBy(lines) {
      room(doc, (lines.length + 2) * 1.5 * LINE)
      doc.moveDown(1.5)
      for (const line of lines) doc.font('text').fontSize(11).fillColor(INK.text).text(line, MARGIN, doc.y, { width: widthOf(doc), align: 'right', lineGap: GAP })
      doc.x = MARGIN
    },
    nextPage(next = title) {
      doc.addPage()
      head(doc, next)
    },
  }
}

/** Between the lines of a letter, and what a list stands in from the left. */
const [GAP, INDENT] = [6, 18]

const inlineOf = (nodes: readonly RichNode[] = []) => nodes.flatMap((one) => (one.type === 'text' ? [one] : one.type === 'hardBreak' ? [{ type: 'text' as const, text: '\n', marks: [] }] : []))

function drawLine(doc: Doc, nodes: readonly RichNode[] | undefined, left: number, size: number, before = '', strong = false): void {
  const pieces = inlineOf(nodes)
  if (before) pieces.unshift({ type: 'text', text: before })
  room(doc, size + GAP)
  if (pieces.length === 0) pieces.push({ type: 'text', text: ' ' })
  doc.fontSize(size).fillColor(INK.text)
  pieces.forEach(({ text, marks = [] }, i) => {
    const has = (type: string) => marks.some((m) => m.type === type)
    const options = { width: widthOf(doc) - left, lineGap: GAP, continued: i < pieces.length - 1, underline: has('underline'), strike: has('strike') }
    doc.font(strong || has('bold') ? 'strong' : 'text')
    if (i === 0) doc.text(text, MARGIN + left, doc.y, options)
    else doc.text(text, options)
  })
  doc.x = MARGIN
  doc.moveDown(0.3)
}

function drawBlocks(doc: Doc, nodes: readonly RichNode[] = [], left: number): void {
  for (const one of nodes) {
    if (one.type === 'paragraph') drawLine(doc, one.content, left, 11)
    else if (one.type === 'heading') drawLine(doc, one.content, left, one.attrs.level === 2 ? 14 : 12, '', true)
    else if (one.type === 'blockquote') drawBlocks(doc, one.content, left + INDENT)
    else if (one.type === 'bulletList' || one.type === 'orderedList') {
      ;(one.content ?? []).forEach((item, i) => {
        const [first, ...rest] = 'content' in item ? (item.content ?? []) : []
        drawLine(doc, first && 'content' in first ? first.content : [], left + INDENT, 11, one.type === 'orderedList' ? `${i + 1}. ` : '· ')
        drawBlocks(doc, rest, left + INDENT)
      })
    } else if (one.type === 'horizontalRule') {
      room(doc, LINE)
      doc.moveTo(MARGIN + left, doc.y).lineTo(MARGIN + widthOf(doc), doc.y).lineWidth(0.5).stroke(INK.line)
      doc.moveDown(0.6)
    }
  }
}

function drawTable(doc: Doc, columns: readonly DocumentColumn[], rows: readonly (readonly string[])[], totals?: readonly string[]): void {
  const shares = columns.reduce((sum, { width }) => sum + width, 0)
  const widths = columns.map(({ width }) => (widthOf(doc) * width) / shares)
  const boxed = columns.some((column) => column.box)
  const draw = (cells: readonly string[], font: 'text' | 'strong', fill?: string) => {
    doc.font(font).fontSize(8.5)
    const height = Math.max(...cells.map((cell, i) => doc.heightOfString(cell || ' ', { width: (widths[i] ?? 0) - 2 * PAD })), boxed && font === 'text' ? BOX - 2 * PAD : 0) + 2 * PAD
    if (room(doc, height) && font === 'text') draw(columns.map((c) => c.title), 'strong', INK.head)
    const top = doc.y
    if (fill) doc.rect(MARGIN, top, widthOf(doc), height).fill(fill)
    doc.font(font).fontSize(8.5).fillColor(INK.text)
    cells.reduce((left, cell, i) => {
      const width = widths[i] ?? 0
      if (columns[i]?.box && font === 'text') doc.rect(left, top, width, height).lineWidth(0.8).stroke(INK.quiet)
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
