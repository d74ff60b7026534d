import { inflateSync } from 'node:zlib'

/**
 * The text of a PDF that our own documents are made of, a line a piece of text: fonts with a ToUnicode map, streams deflated or plain.
 * For tests alone, which read what a person would read on the document.
 * @param {Buffer} pdf
 * @returns {string}
 */
export function pdfText(pdf) {
  const raw = pdf.toString('latin1')
  const objects = new Map([...raw.matchAll(/(\d+) 0 obj\r?\n([\s\S]*?)endobj/g)].map(([, id, body]) => [id, body]))
  const streamOf = (body) => {
    const begun = /stream\r?\n/.exec(body)
    if (!begun) return ''
    const bytes = Buffer.from(body.slice(begun.index + begun[0].length, body.lastIndexOf('endstream')), 'latin1')
    return /FlateDecode/.test(body.slice(0, begun.index)) ? inflateSync(bytes, { finishFlush: 2 }).toString('latin1') : bytes.toString('latin1')
  }
  const fonts = new Map()
  for (const [, name, id] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
    if (map && !fonts.has(name)) fonts.set(name, glyphs(streamOf(objects.get(map) ?? '')))
  }
  const lines = []
  for (const body of objects.values()) {
    const content = body.includes('stream') ? streamOf(body) : ''
    if (!content.includes(' Tf')) continue
    let font = new Map()
    for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|(\[[^\]]*\]) TJ/g)) {
      if (name) font = fonts.get(name) ?? new Map()
      else lines.push([...shown.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex]) => hex.match(/.{4}/g) ?? []).map((code) => font.get(Number.parseInt(code, 16)) ?? '').join(''))
    }
  }
  return lines.join('\n')
}

function glyphs(cmap) {
  const found = new Map()
  const text = (hex) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')
  for (const [, block] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from, , list] of block.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f]+)>\s*\[([^\]]*)\]/gi)) {
      ;[...list.matchAll(/<([0-9a-f ]+)>/gi)].forEach(([, hex], i) => found.set(Number.parseInt(from, 16) + i, text(hex)))
    }
  }
  for (const [, block] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code, hex] of block.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f ]+)>/gi)) found.set(Number.parseInt(code, 16), text(hex))
  }
  return found
}
