/** Levels of brackets inside each other. */
const MAX_DEPTH = 32
/** Fields of all objects of a body together, and objects and lists together: a mail of 2,000 paragraphs with formats has some 15,000. */
const MAX_KEYS = 20_000
const MAX_BRACKETS = 20_000
/** Values of a body; the longest list that a call takes has 5,000. */
const MAX_COMMAS = 100_000

/**
 * Whether a JSON text is nested too deep or holds too many fields or values. Counts outside of texts, in one pass, so that no parser
 * or schema ever walks such a body. Of a text that is no JSON it may say anything.
 */
export function exceedsLimits(text: string): boolean {
  let [depth, keys, brackets, commas] = [0, 0, 0, 0]
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inText) {
      if (c === 92) i++
      else if (c === 34) inText = false
    } else if (c === 34) inText = true
    else if (c === 123 || c === 91) {
      if (++depth > MAX_DEPTH || ++brackets > MAX_BRACKETS) return true
    } else if (c === 125 || c === 93) depth--
    else if (c === 58) {
      if (++keys > MAX_KEYS) return true
    } else if (c === 44 && ++commas > MAX_COMMAS) return true
  }
  return false
}
