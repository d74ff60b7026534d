/** Draws a code of dark and light squares on white; place and size in points. Squares beside each other are one rectangle: a code has a third as many of these. */
export function drawModules(doc: PDFKit.PDFDocument, modules: readonly (readonly boolean[])[], x: number, y: number, size: number): void {
  const step = size / modules.length
  doc.rect(x, y, size, size).fill('#FFFFFF')
  modules.forEach((row, r) => {
    for (let from = 0; from < row.length; from += 1) {
      if (!row[from]) continue
      let to = from
      while (row[to + 1]) to += 1
      doc.rect(x + from * step, y + r * step, (to - from + 1) * step, step)
      from = to
    }
  })
  doc.fill('#000000')
}
