import { createRequire } from 'node:module'
import type * as Pinyin from 'pinyin-pro'

// Loaded with the first name that is written: its dictionary takes memory that reading does not need.
// By require, for searching and storing are not to become asynchronous because of it.
const load = createRequire(import.meta.url)
let library: typeof Pinyin | undefined

/** The pinyin of each character of a text: its first letter, or the whole with the tone as a digit. Others stay as they are. */
export function pinyinOfEach(text: string, which: 'first' | 'num'): string[] {
  library ??= load('pinyin-pro') as typeof Pinyin
  return which === 'first'
    ? library.pinyin(text, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
    : library.pinyin(text, { toneType: 'num', type: 'array', nonZh: 'consecutive' })
}
