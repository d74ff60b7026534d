import { z } from 'zod'
import { withMeta } from './fields'

// A text with structure, as a document of few kinds of nodes, never as HTML: what is not of these kinds cannot be in it, so
// that nothing has to be cleaned away before it is shown or sent.

export type RichMark = { type: 'bold' | 'italic' | 'underline' | 'strike' } | { type: 'link'; attrs: { href: string } }

export type RichNode =
  | { type: 'text'; text: string; marks?: RichMark[] }
  | { type: 'hardBreak' | 'horizontalRule' }
  | { type: 'paragraph' | 'bulletList' | 'orderedList' | 'listItem' | 'blockquote'; content?: RichNode[] }
  | { type: 'heading'; attrs: { level: 2 | 3 }; content?: RichNode[] }

export interface RichDoc {
  type: 'doc'
  content: RichNode[]
}

/** Nodes inside each other; a page needs five. */
const DEPTH = 12
/** Addresses that a link may lead to: pages and mail, no scripts. */
const LINK = /^(https?:\/\/|mailto:)[^\s"'<>]{1,500}$/i

const mark = z.union([
  z.object({ type: z.enum(['bold', 'italic', 'underline', 'strike']) }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: z.string().regex(LINK, '链接须以 http(s):// 或 mailto: 开头') }) }),
])
const content = z.array(z.lazy((): z.ZodType<RichNode, RichNode> => node)).max(2000)
const node = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().min(1), marks: z.array(mark).max(6).optional() }),
  z.object({ type: z.enum(['hardBreak', 'horizontalRule']) }),
  z.object({ type: z.enum(['paragraph', 'bulletList', 'orderedList', 'listItem', 'blockquote']), content: content.optional() }),
  z.object({ type: z.literal('heading'), attrs: z.object({ level: z.union([z.literal(2), z.literal(3)]) }), content: content.optional() }),
]) as unknown as z.ZodType<RichNode, RichNode>

const tooDeep = (value: unknown, left = DEPTH): boolean => {
  const inner = (value as { content?: unknown } | null)?.content
  return Array.isArray(inner) && (left === 0 || inner.some((one) => tooDeep(one, left - 1)))
}

/** A structured text of at most so many characters, marks and structure not counted. */
export const richText = (label: string, max: number, min = 1) =>
  withMeta(
    z
      .unknown()
      .refine((value) => !tooDeep(value), { error: `${label}的结构过于复杂`, abort: true })
      .pipe(z.object({ type: z.literal('doc'), content }, { error: `请填写${label}` }))
      .superRefine((doc, context) => {
        const length = [...richToText(doc).trim()].length
        if (length < min) context.addIssue({ code: 'custom', message: `请填写${label}` })
        if (length > max) context.addIssue({ code: 'custom', message: `${label}最多 ${max} 个字，现在是 ${length} 个字` })
      }) as unknown as z.ZodType<RichDoc, RichDoc>,
    { label, show: 'rich' },
  )

/** A document of nothing, and one of plain lines. */
export const emptyRich = (): RichDoc => ({ type: 'doc', content: [{ type: 'paragraph' }] })
export const richOf = (text: string): RichDoc => ({
  type: 'doc',
  content: text.split(/\r?\n/).map((line): RichNode => (line ? { type: 'paragraph', content: [{ type: 'text', text: line }] } : { type: 'paragraph' })),
})

type Fill = (text: string) => string
const same: Fill = (text) => text

/** The document with every text passed through `fill`, such as variables of a message. */
export function richToText(doc: RichDoc, fill: Fill = same): string {
  const lines = (nodes: readonly RichNode[] = [], prefix = ''): string => nodes.map((one, i) => block(one, prefix, i)).join('\n')
  const inline = (nodes: readonly RichNode[] = []): string => nodes.map((one) => (one.type === 'text' ? formatValue(one) : one.type === 'hardBreak' ? '\n' : '')).join('')
  // Whoever reads plain text sees where a link leads.
  const formatValue = ({ text, marks = [] }: { text: string; marks?: RichMark[] }): string => {
    const link = marks.find((m) => m.type === 'link')
    const said = fill(text)
    return link && link.attrs.href !== said ? `${said}（${link.attrs.href}）` : said
  }
  const block = (one: RichNode, prefix: string, index: number): string => {
    switch (one.type) {
      case 'paragraph':
      case 'heading':
        return inline(one.content)
      case 'bulletList':
        return (one.content ?? []).map((item) => `${prefix}· ${block(item, `${prefix}  `, 0)}`).join('\n')
      case 'orderedList':
        return (one.content ?? []).map((item, i) => `${prefix}${i + 1}. ${block(item, `${prefix}  `, i)}`).join('\n')
      case 'listItem':
      case 'blockquote':
        return lines(one.content, prefix)
      case 'horizontalRule':
        return '————'
      default:
        return index >= 0 ? inline([one]) : ''
    }
  }
  return lines(doc.content)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => ESCAPES[c] ?? c)
const TAGS = { paragraph: 'p', bulletList: 'ul', orderedList: 'ol', listItem: 'li', blockquote: 'blockquote' } as const
const MARKS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const

/** The document as HTML of plain tags without attributes but links' addresses; texts are escaped after `fill`. */
export function richToHtml(doc: RichDoc, fill: Fill = same): string {
  const all = (nodes: readonly RichNode[] = []): string => nodes.map(one).join('')
  const one = (item: RichNode): string => {
    switch (item.type) {
      case 'text':
        return (item.marks ?? []).reduce((inner, m) => (m.type === 'link' ? `<a href="${escaped(m.attrs.href)}">${inner}</a>` : `<${MARKS[m.type]}>${inner}</${MARKS[m.type]}>`), escaped(fill(item.text)))
      case 'hardBreak':
        return '<br>'
      case 'horizontalRule':
        return '<hr>'
      case 'heading':
        return `<h${item.attrs.level}>${all(item.content)}</h${item.attrs.level}>`
      default:
        return `<${TAGS[item.type]}>${all(item.content) || (item.type === 'paragraph' ? '<br>' : '')}</${TAGS[item.type]}>`
    }
  }
  return all(doc.content)
}
