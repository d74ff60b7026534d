import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { degrees, EncryptedPDFError, PDFDict, PDFDocument, PDFName, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import PDFKit from 'pdfkit'

export interface StampTask {
  /** The PDF as it was uploaded, and where the stamped one goes. */
  input: string
  output: string
  lines: readonly string[]
}

/** The PDF as it was uploaded, and where the one without properties goes. */
export interface CleanTask {
  input: string
  output: string
  clean: true
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

type Failed = Extract<StampReply, { kind: 'failed' }>

async function load(input: string): Promise<PDFDocument | Failed> {
  try {
    const document = await PDFDocument.load(await readFile(input), { updateMetadata: false })
    return document.getPageCount() === 0 ? { kind: 'failed', reason: 'unreadable' } : document
  } catch (error) {
    return { kind: 'failed', reason: error instanceof EncryptedPDFError ? 'encrypted' : 'unreadable' }
  }
}

/** Keys of dictionaries that tell who wrote or changed what they belong to: properties, authors of notes, data of programs, files that are attached. */
const TOLD = ['Metadata', 'PieceInfo', 'T', 'LastModified', 'EmbeddedFiles', 'AF', 'Lang'].map((key) => PDFName.of(key))
const NOTE = PDFName.of('Annot')

/** Takes out what a PDF says of its authors; what nothing refers to any more is not written either. */
async function clean({ input, output }: CleanTask): Promise<StampReply> {
  const document = await load(input)
  if ('kind' in document) return document
  const { context } = document
  const { Info: info } = context.trailerInfo
  if (info instanceof PDFRef) context.delete(info)
  delete context.trailerInfo.Info
  delete context.trailerInfo.ID
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const dictionary = object instanceof PDFStream ? object.dict : object instanceof PDFDict ? object : undefined
    if (!dictionary) continue
    if (dictionary.get(PDFName.of('Type'))?.toString() === '/Metadata') {
      context.delete(ref)
      continue
    }
    // The key T is the author of a note, and the name of a field of a form, without which the form is broken.
    const note = dictionary.get(PDFName.of('Type')) === NOTE && dictionary.get(PDFName.of('FT')) === undefined
    for (const key of TOLD) if (note || key !== PDFName.of('T')) dictionary.delete(key)
  }
  await writeFile(output, await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }))
  return { kind: 'done', pages: document.getPageCount() }
}

async function stamp({ input, output, lines }: StampTask): Promise<StampReply> {
  const document = await load(input)
  if ('kind' in document) return document
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
  const task = workerData as StampTask | CleanTask
  void ('clean' in task ? clean(task) : stamp(task)).then((reply) => port.postMessage(reply))
}
