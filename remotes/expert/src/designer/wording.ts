import type { FormDoc, Question } from '@assoc/contract/form/engine/document'
import { formulaText } from '@assoc/contract/form/engine/formula'
import { PROPERTIES, type Property } from '@assoc/contract/form/engine/properties'
import type { Expression } from '@assoc/contract/form/engine/expression'
import { conditionText } from '@assoc/contract/form/engine/sentence'
import { richToText } from '@assoc/contract/core/rich-text'
import { blockTitle } from './rows'

const FORM: Record<string, string> = { title: '表单名称', intro: '表单说明', pages: '页的顺序', table: '表格版式' }
const BLOCK: Record<string, string> = { title: '标题', items: '所含内容的顺序', columns: '每行题目数', visibleIf: '显示条件', kind: '种类' }
const TABLE: Record<string, string> = { rows: '表格的行', columns: '表格的列', across: '纸张方向', cells: '单元格' }

/** What a change is about, as people call it. */
export function placeText(doc: FormDoc, at: readonly string[]): string {
  const [top = '', second = '', third] = at
  if (top === 'questions') {
    const label = `“${doc.questions[second]?.label ?? '已删除的题目'}”`
    return third === undefined ? `题目${label}` : `${label}的${third === 'type' ? '题型' : (PROPERTIES[third as Property] ?? third)}`
  }
  if (top === 'blocks')
    return `“${doc.blocks[second] ? blockTitle(doc, second) : '已删除的分节'}”${third === undefined ? '' : `的${BLOCK[third] ?? third}`}`
  if (top === 'table' && second) return TABLE[second] ?? '表格版式'
  return FORM[top] ?? top
}

/** A value of the document as people read it. */
export function valueText(doc: FormDoc, at: readonly string[], value: unknown): string {
  if (value === undefined) return '（无）'
  if (value === true) return '是'
  const name = at.at(-1)
  if (name === 'calc') return `=${formulaText(value as Expression, doc)}`
  if (name === 'visibleIf' || name === 'requiredIf') return `当${conditionText(value as Expression, doc)}时`
  if (name === 'note' || name === 'intro') return richToText(value as never)
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value))
    return value
      .map((one: unknown) =>
        typeof one === 'string'
          ? (doc.questions[one]?.label ?? doc.blocks[one]?.title ?? one)
          : String((one as { label?: string; message?: string }).label ?? (one as { message?: string }).message ?? '…'),
      )
      .join('\n')
  if (at[0] === 'questions' && at.length === 2) return (value as Question).label
  return '（结构）'
}
