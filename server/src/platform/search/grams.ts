import { pinyinOfEach } from './pinyin'

/** Text as it is compared: lower case, full-width letters and digits made half-width, blanks gone. */
export const normalise = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')

/** First letters of the pinyin: 乌有新材 becomes wyxc. Other characters stay as they are. */
export const initials = (text: string): string =>
  pinyinOfEach(normalise(text), 'first').join('').replace(/\s+/g, '')

const pairs = (text: string): string[] => {
  const chars = [...text]
  return chars.slice(0, -1).map((c, i) => c + (chars[i + 1] ?? ''))
}

/** Every single character and pair of neighbours of the texts: what a search column holds. */
export function gramsOf(texts: readonly (string | null | undefined)[]): string[] {
  const set = new Set<string>()
  for (const given of texts) {
    if (!given) continue
    const text = normalise(given)
    for (const c of text) set.add(c)
    for (const pair of pairs(text)) set.add(pair)
  }
  return [...set]
}

/** Grams that every hit of a keyword holds. One of two characters needs no second look; a longer one does. */
export function gramsOfKeyword(keyword: string): { grams: string[]; exact: boolean } {
  const text = normalise(keyword)
  const chars = [...text]
  if (chars.length <= 1) return { grams: chars, exact: true }
  return { grams: [...new Set(pairs(text))], exact: chars.length === 2 }
}
