import { lineOf, strip } from './source-text.mjs'

// One word for one thing, and the word that engineers of the field use (docs/glossary.md, "Words of the code").

const RULE = 'standard-terms'
const END = `(${RULE}: docs/rules.md#${RULE})`
const CODE = /\.(?:[cm]?js|tsx?)$/
// This list itself, and texts of the past: what was applied to databases stays as it was.
const APART = /^scripts\/lib\/terms(?:\.test)?\.mjs$|^server\/migrations\//
const SERVER = /^server\//

// Names: an expression, what to say instead, and where it holds (everywhere when left out).
const NAMES = [
  [/\b_?[dD]eeds?\b|[a-z]Deeds?(?![a-z])/g, 'action'],
  [/\b[wW]ho\b/g, 'Principal, principal', SERVER],
  [/\b_?[mM]ounted\b|[a-z]Mounted(?![a-z])/g, 'ResourceRuntime, runtime', SERVER],
  [/\blay[A-Z]\w*/g, 'seed…, write…'],
  [/\b(?:un)?[jJ]udg(?:e[ds]?|ing)(?![a-z])\w*/g, 'validate…, assert…'],
  [/\bdemand(?:Verb|Unused|Company|Person|Papers|Sorted|Open|Verified|Submit|Other)\b/g, 'require…'],
  [/\bfollow(?:ing)?[A-Z]\w*|\b(?:when|tell)Freed\b/g, 'a hook named by its event: onMemberJoined'],
  [/\b\w*[wW]ord(?:ed|ing)(?![a-z])\w*/g, 'label, formatValue'],
  [/\b[dD]esk(?![a-z])\w*|\buseDesk\b/g, 'workspace'],
]
// Comments, titles of tests and documents.
const PROSE = [
  [/\bdeeds?\b/gi, 'action'],
  [/\bjudg(?:e[ds]?|ing)\b/gi, 'validate, check, decide'],
  [/\bpapers?\b/gi, 'document'],
  [/\b(?:she|hers?|herself)\b/gi, 'they, their'],
]

/** Finds words outside of the list. `files` is a Map of path to text, source and Markdown. Answers `[{ rule, file, line, message }]`. */
export function checkTerms(files) {
  const found = []
  for (const [file, text] of files) {
    if (APART.test(file)) continue
    const look = (where, rules) => {
      for (const [expression, instead, place] of rules) {
        if (place && !place.test(file)) continue
        for (const match of where.matchAll(expression)) found.push({ rule: RULE, file, line: lineOf(text, match.index), message: `"${match[0]}" is not a term of this code: say ${instead}. ${END}` })
      }
    }
    if (file.endsWith('.md')) look(text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, ' ')), PROSE)
    if (!CODE.test(file)) continue
    const { code, bare } = strip(text)
    look(bare, NAMES)
    look(commentsOf(text, code), PROSE)
  }
  return found
}

/** The text with everything but its comments blanked. */
const commentsOf = (text, code) => text.split('').map((letter, i) => (code[i] === letter && letter !== '\n' ? ' ' : letter)).join('')
