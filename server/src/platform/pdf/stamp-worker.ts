import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { degrees, EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib'
import PDFKit from 'pdfkit'

export interface StampTask {
  /** The PDF as it was uploaded, and where the stamped one goes. */
  input: string
  output: string
  lines: readonly string[]
}

/** `encrypted`: nothing can be written onto it; `unreadable`: it is no PDF that can be read. */
export type StampReply = { kind: 'done'; pages: number } | { kind: 'failed'; reason: 'encrypted' | 'unreadable' }

const FONT = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')
// In points. Grey and half transparent: it is read on white and on a picture, and covers neither.
const STAMP = { width: 300, height: 60, size: 13, line: 22, opacity: 0.22, angle: 30 }
/** Distance between stamps on a page, across and upwards. */
const STEP = { x: 320, y: 260 }

/** The stamp as a page of its own: PDF files that come in have no Chinese type that could be relied on. */
async function stampOf(lines: readonly string[]): Promise<Buffer> {
  const doc = new PDFKit({ size: [STAMP.width, STAMP.height], margin: 0 })
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.font(FONT).fontSize(STAMP.size).fillColor('#4A4F57')
  lines.forEach((line, i) => doc.text(line, 0, 6 + i * STAMP.line, { width: STAMP.width, align: 'center', lineBreak: false }))
  doc.end()
  return ended
}

async function stamp({ input, output, lines }: StampTask): Promise<StampReply> {
  let document: PDFDocument
  try {
    document = await PDFDocument.load(await readFile(input), { updateMetadata: false })
    if (document.getPageCount() === 0) return { kind: 'failed', reason: 'unreadable' }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof EncryptedPDFError ? 'encrypted' : 'unreadable' }
  }
  const [mark] = await document.embedPdf(await stampOf(lines))
  if (!mark) return { kind: 'failed', reason: 'unreadable' }
  for (const page of document.getPages()) {
    const { x: left, y: bottom, width, height } = page.getMediaBox()
    // At least one on a page that is smaller than a step.
    for (let y = Math.min(60, height / 3); y < height; y += STEP.y) {
      for (let x = Math.min(30, width / 6); x < width; x += STEP.x) page.drawPage(mark, { x: left + x, y: bottom + y, rotate: degrees(STAMP.angle), opacity: STAMP.opacity })
    }
  }
  await writeFile(output, await document.save({ useObjectStreams: false }))
  return { kind: 'done', pages: document.getPageCount() }
}

if (parentPort) {
  const port = parentPort
  void stamp(workerData as StampTask).then((reply) => port.postMessage(reply))
}
