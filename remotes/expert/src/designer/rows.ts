import { orderOf, type FormDoc } from '@assoc/contract/form/engine/document'

/** A line of the outline: a page, a section, a question or a column of a table question. */
export interface OutlineNode {
  id: string
  kind: 'page' | 'section' | 'question' | 'column'
  depth: number
  label: string
  /** What stands beside it: the type of a question. */
  folds: boolean
}

/** Name of a page or section; one without a title is called by its place. */
export function blockTitle(doc: FormDoc, id: string): string {
  const block = doc.blocks[id]
  if (block?.title) return block.title
  if (block?.kind === 'page') return `第 ${doc.pages.indexOf(id) + 1} 页`
  return '未命名的分节'
}

/** The outline from top to bottom; what is folded away has no lines. */
export function outlineOf(doc: FormDoc, folded: ReadonlySet<string>): OutlineNode[] {
  const nodes: OutlineNode[] = []
  const seen = new Set<string>()
  const addQuestion = (key: string, depth: number) => {
    const one = doc.questions[key]
    if (!one || seen.has(key)) return
    seen.add(key)
    const columns = one.columns ?? []
    nodes.push({ id: key, kind: one.in ? 'column' : 'question', depth, label: one.label, folds: columns.length > 0 })
    for (const column of columns) {
      if (folded.has(key)) seen.add(column)
      else addQuestion(column, depth + 1)
    }
  }
  if (doc.table) for (const key of orderOf(doc)) addQuestion(key, 0)
  else
    for (const page of doc.pages) {
      const block = doc.blocks[page]
      if (!block) continue
      nodes.push({ id: page, kind: 'page', depth: 0, label: blockTitle(doc, page), folds: block.items.length > 0 })
      for (const section of block.items) {
        const part = doc.blocks[section]
        if (!part) continue
        if (!folded.has(page))
          nodes.push({ id: section, kind: 'section', depth: 1, label: blockTitle(doc, section), folds: part.items.length > 0 })
        for (const key of part.items) {
          if (folded.has(page) || folded.has(section)) {
            seen.add(key)
            for (const column of doc.questions[key]?.columns ?? []) seen.add(column)
          } else addQuestion(key, 2)
        }
      }
    }
  // What stands nowhere can still be found and put somewhere.
  for (const [key, one] of Object.entries(doc.questions)) if (!one.in) addQuestion(key, doc.table ? 0 : 2)
  for (const key of Object.keys(doc.questions)) addQuestion(key, doc.table ? 0 : 2)
  return nodes
}

/** A line of the canvas: the head of a page or section, questions beside each other, or the place for the next one. */
export type CanvasLine =
  { kind: 'page' | 'section' | 'end'; id: string } | { kind: 'questions'; id: string; keys: string[]; columns: number }

export function canvasOf(doc: FormDoc): CanvasLine[] {
  const lines: CanvasLine[] = []
  const lay = (id: string, keys: readonly string[], columns: number) => {
    let line: string[] = []
    let used = 0
    const close = () => {
      if (line.length > 0) lines.push({ kind: 'questions', id: line[0] ?? id, keys: line, columns })
      line = []
      used = 0
    }
    for (const key of keys) {
      const one = doc.questions[key]
      if (!one) continue
      const span = Math.min(one.columns || one.type === 'note' || one.type === 'matrix' ? columns : (one.span ?? 1), columns)
      if (used + span > columns) close()
      line.push(key)
      used += span
    }
    close()
  }
  if (doc.table) {
    lay(
      '',
      orderOf(doc).filter((key) => !doc.questions[key]?.in),
      1,
    )
    return lines
  }
  for (const page of doc.pages) {
    const block = doc.blocks[page]
    if (!block) continue
    lines.push({ kind: 'page', id: page })
    for (const section of block.items) {
      const part = doc.blocks[section]
      if (!part) continue
      lines.push({ kind: 'section', id: section })
      lay(section, part.items, part.columns ?? 1)
      lines.push({ kind: 'end', id: section })
    }
  }
  return lines
}
