import type { RichDoc, RichMark, RichNode } from '@assoc/contract/core/rich-text'
import { createElement, type ReactNode } from 'react'
import { injectStyle } from '../shell'
import { RICH_CSS } from './rich-css'

const TAGS = { paragraph: 'p', bulletList: 'ul', orderedList: 'ol', listItem: 'li', blockquote: 'blockquote' } as const
const MARKS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const

export interface RichViewProps {
  value: RichDoc
  /** Words of every text, such as variables filled in. */
  fill?: (text: string) => string
}

/** A structured text as it is read; links open in a window of their own. */
export function RichView({ value, fill = (text) => text }: RichViewProps) {
  injectStyle('rich-text', RICH_CSS)
  return <div className="rich-text rich-read">{nodes(value.content, fill)}</div>
}

const nodes = (all: readonly RichNode[] | undefined, fill: (text: string) => string): ReactNode[] => (all ?? []).map((one, i) => drawn(one, i, fill))

function drawn(node: RichNode, key: number, fill: (text: string) => string): ReactNode {
  switch (node.type) {
    case 'text':
      return <span key={key}>{(node.marks ?? []).reduce<ReactNode>(marked, fill(node.text))}</span>
    case 'hardBreak':
      return <br key={key} />
    case 'horizontalRule':
      return <hr key={key} />
    case 'heading':
      return createElement(`h${node.attrs.level}`, { key }, nodes(node.content, fill))
    default:
      return createElement(TAGS[node.type], { key }, node.content?.length ? nodes(node.content, fill) : node.type === 'paragraph' ? <br /> : null)
  }
}

const marked = (inner: ReactNode, mark: RichMark): ReactNode =>
  mark.type === 'link' ? (
    <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer">
      {inner}
    </a>
  ) : (
    createElement(MARKS[mark.type], null, inner)
  )
