import type { RichNode } from '@assoc/contract/core/rich-text'
import type * as Docx from 'docx'
import { inRows, placedCells, type GridCell } from '../../../platform/pdf/grid'
import type { Paper, PaperPart } from './model'

const FONT = { ascii: 'Calibri', eastAsia: '宋体', hAnsi: 'Calibri' }
/** Half points. */
const [TEXT, SMALL, TITLE] = [21, 18, 32]
const LINE = { style: 'single', size: 4, color: '999999' } as const

type Library = typeof Docx

function lines(docx: Library, text: string, look: Docx.IRunOptions): Docx.TextRun[] {
  return text.split('\n').map((line, i) => new docx.TextRun({ ...look, font: FONT, text: line, ...(i > 0 ? { break: 1 } : {}) }))
}

const paragraph = (docx: Library, text: string, look: Docx.IRunOptions = {}, more: Docx.IParagraphOptions = {}) => new docx.Paragraph({ spacing: { after: 80 }, ...more, children: lines(docx, text, { size: TEXT, ...look }) })

const plainText = (nodes: readonly RichNode[] = []): string => nodes.map((one) => (one.type === 'text' ? one.text : one.type === 'hardBreak' ? '\n' : 'content' in one ? plainText(one.content as readonly RichNode[]) : '')).join('')

/** Paragraphs of a structured text; its lists have their marks as text. */
function richParagraphs(docx: Library, nodes: readonly RichNode[] = [], mark = ''): Docx.Paragraph[] {
  return nodes.flatMap((one) => {
    if (one.type === 'bulletList' || one.type === 'orderedList') return (one.content ?? []).flatMap((item, i) => richParagraphs(docx, 'content' in item ? (item.content as readonly RichNode[]) : [], one.type === 'orderedList' ? `${i + 1}. ` : '· '))
    if (one.type === 'blockquote') return richParagraphs(docx, one.content)
    if (one.type === 'paragraph' || one.type === 'heading') return [paragraph(docx, mark + plainText(one.content), { bold: one.type === 'heading' })]
    return []
  })
}

function table(docx: Library, part: Extract<PaperPart, { kind: 'table' }>): Docx.Table {
  const shares = part.widths.reduce((sum, one) => sum + one, 0)
  const width = ({ column, columns }: { column: number; columns: number }) => (part.widths.slice(column, column + columns).reduce((sum, one) => sum + one, 0) / shares) * 100
  const byRow = inRows(placedCells(part), part.rows.length)
  const border = { top: LINE, bottom: LINE, left: LINE, right: LINE }
  const drawn = (cell: GridCell & { column: number }) =>
    new docx.TableCell({
      columnSpan: cell.columns,
      rowSpan: cell.rows,
      borders: border,
      width: { size: width(cell), type: docx.WidthType.PERCENTAGE },
      verticalAlign: docx.VerticalAlign.CENTER,
      children: [paragraph(docx, cell.text, { size: SMALL, bold: cell.strong }, { alignment: cell.align, spacing: { after: 0 } })],
    })
  return new docx.Table({
    width: { size: 100, type: docx.WidthType.PERCENTAGE },
    rows: part.rows.map((_row, i) => new docx.TableRow({ tableHeader: i < part.head, cantSplit: true, children: (byRow[i] ?? []).map(drawn) })),
  })
}

function blocks(docx: Library, part: PaperPart): (Docx.Paragraph | Docx.Table)[] {
  switch (part.kind) {
    case 'heading':
      return [paragraph(docx, part.text, { bold: true, size: part.level === 1 ? 28 : 24 }, { spacing: { before: 160, after: 80 }, heading: part.level === 1 ? 'Heading1' : 'Heading2', keepNext: true })]
    case 'rich':
      return richParagraphs(docx, part.doc.content)
    case 'answer':
      return [paragraph(docx, part.label, { bold: true }, { keepNext: part.text !== '', spacing: { after: 40 } }), ...(part.text ? [paragraph(docx, part.text, {}, { indent: { left: 240 } })] : [])]
    case 'table':
      return [...(part.title ? [paragraph(docx, part.title, { bold: true }, { keepNext: true })] : []), table(docx, part), paragraph(docx, '', {}, { spacing: { after: 60 } })]
  }
}

/** An answer as a Word file. */
export async function paperWord(paper: Paper): Promise<Buffer> {
  // Loaded with the first one: nobody else needs it.
  const docx = await import('docx')
  const document = new docx.Document({
    title: paper.title,
    creator: '',
    styles: { default: { document: { run: { font: FONT, size: TEXT } }, heading1: { run: { color: '000000' } }, heading2: { run: { color: '000000' } } } },
    sections: [
      {
        properties: { page: { size: { width: 11906, height: 16838, orientation: paper.across ? 'landscape' : 'portrait' }, margin: { top: 1134, bottom: 1134, left: 1134, right: 1134 } } },
        children: [
          paragraph(docx, paper.title, { bold: true, size: TITLE }, { alignment: 'center', spacing: { after: 160 }, heading: 'Title' }),
          ...paper.facts.map(([label, value]) => paragraph(docx, `${label}：${value}`, { size: SMALL }, { spacing: { after: 20 } })),
          ...paper.parts.flatMap((part) => blocks(docx, part)),
        ],
      },
    ],
  })
  return docx.Packer.toBuffer(document)
}
