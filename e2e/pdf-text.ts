import zlib from 'node:zlib'

interface Part {
  head: string
  stream: Buffer | null
}

/** The objects of a PDF as Chromium writes it: each by its number, streams inflated. */
function partsOf(pdf: Buffer): Map<string, Part> {
  const text = pdf.toString('latin1')
  const parts = new Map<string, Part>()
  for (const { 1: number = '', index, 0: opening } of text.matchAll(/(?:^|\n)(\d+) 0 obj/g)) {
    const from = index + opening.length
    const end = text.indexOf('endobj', from)
    const begin = text.indexOf('stream\n', from)
    if (begin < 0 || begin > end) {
      parts.set(number, { head: text.slice(from, end), stream: null })
      continue
    }
    const head = text.slice(from, begin)
    const bytes = pdf.subarray(begin + 'stream\n'.length, begin + 'stream\n'.length + Number(/\/Length (\d+)/.exec(head)?.[1]))
    parts.set(number, { head, stream: head.includes('/FlateDecode') ? zlib.inflateSync(bytes) : bytes })
  }
  return parts
}

const pairs = (head: string, name: string): Map<string, string> =>
  new Map([...(new RegExp(`/${name} ?<<([^>]*)>>`).exec(head)?.[1] ?? '').matchAll(/\/(\S+) (\d+) 0 R/g)].map(([, key = '', number = '']) => [key, number]))

const unicodeOf = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

interface Font {
  glyphs: Map<number, string>
  /** Hexadecimal digits of a glyph's code: two of a font that is drawn, four of one that is embedded. */
  digits: number
}

/** The characters of a font's glyphs, from its ToUnicode map. */
function fontOf(map: string): Font {
  const glyphs = new Map<number, string>()
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', to = ''] of block.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g)) glyphs.set(parseInt(code, 16), unicodeOf(to))
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', first = ''] of block.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g))
      for (let code = parseInt(from, 16); code <= parseInt(to, 16); code++) glyphs.set(code, String.fromCharCode(parseInt(first, 16) + code - parseInt(from, 16)))
  return { glyphs, digits: /begincodespacerange\s*<([0-9A-Fa-f]+)>/.exec(map)?.[1]?.length ?? 4 }
}

/**
 * The text of each page of a PDF that Chromium has printed, in the order in which it is painted, without blanks: enough to tell what
 * stands on which sheet, and whether it is whole. Reads no other program's files.
 */
export function pdfPages(pdf: Buffer): string[] {
  const parts = partsOf(pdf)
  const fonts = new Map<string, Font>()
  const fontAt = (number: string): Font => {
    const map = parts.get(/\/ToUnicode (\d+) 0 R/.exec(parts.get(number)?.head ?? '')?.[1] ?? '')?.stream?.toString('latin1') ?? ''
    const font = fonts.get(number) ?? fontOf(map)
    fonts.set(number, font)
    return font
  }
  const textOf = (content: string, head: string): string => {
    const [named, forms] = [pairs(head, 'Font'), pairs(head, 'XObject')]
    let font: Font = { glyphs: new Map(), digits: 4 }
    let text = ''
    for (const [, name, shown, form] of content.matchAll(/\/(\S+) [\d.]+ Tf|((?:<[0-9A-Fa-f]+>|\[[^\]]*\]) TJ?j?)|\/(\S+) Do/g)) {
      if (name) font = fontAt(named.get(name) ?? '')
      for (const [, hex = ''] of shown?.matchAll(/<([0-9A-Fa-f]+)>/g) ?? []) for (let at = 0; at < hex.length; at += font.digits) text += font.glyphs.get(parseInt(hex.slice(at, at + font.digits), 16)) ?? ''
      const inner = form ? parts.get(forms.get(form) ?? '') : undefined
      if (inner?.stream && inner.head.includes('/Form')) text += textOf(inner.stream.toString('latin1'), inner.head)
    }
    return text
  }
  return [...parts.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => textOf(parts.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream?.toString('latin1') ?? '', head).replace(/\s+/g, ''))
}
