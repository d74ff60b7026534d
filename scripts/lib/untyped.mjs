import { lineOf, strip } from './source-text.mjs'

// Fields of rows and forms are read by name (`row.payNo`), so that one which the contract renames does not compile. What is read as
// `row['payNo']` has no type of its own: tsconfig.server.json lets nothing else be read that way.

/** Such reads that the whole server may have; each says why it is one. */
export const UNTYPED = 10
// A name in brackets after a value; types begin with a capital or with `typeof`.
const READ = /(?<!typeof )(?:\b[a-z_$][\w$]*|[)\]])!?(?:\?\.)?\['[A-Za-z_]\w*'\]/g
// The same, taken apart where it comes in: `({ payNo }: Row) =>`.
const TAKEN_APART = /\{\s*[A-Za-z_$][^{}]*\}\s*:\s*(?:Row|Record<string, unknown>)(?=\s*[,)=])/g
const REASON = /\/\/ untyped: \S/

/** Checks a Map of path to text. Answers `[{ rule, file, line, message }]`. */
export function checkUntyped(files) {
  const found = []
  let count = 0
  const say = (file, line, sentence) => found.push({ rule: 'untyped-read', file, line, message: `${sentence} (untyped-read: docs/rules.md#untyped-read)` })
  for (const [file, text] of files) {
    if (!file.startsWith('server/src/') || !file.endsWith('.ts') || /\.test\.ts$|\.testing\.ts$/.test(file)) continue
    const { code } = strip(text)
    const lines = text.split('\n')
    for (const match of [...code.matchAll(READ), ...code.matchAll(TAKEN_APART)]) {
      // A further step of one that is counted already (`row['a']['b']`), or of a type: `(typeof rows)['payNo']`.
      if (/(?:'\]|>\[\d\]|typeof [\w.]+\))$/.test(code.slice(Math.max(0, match.index - 80), match.index + 1))) continue
      const line = lineOf(text, match.index)
      count += 1
      if (count > UNTYPED) say(file, line, `More than ${UNTYPED} fields are read without a type.`)
      if (![lines[line - 1], lines[line - 2]].some((one) => REASON.test(one ?? ''))) say(file, line, `${match[0]} has no type: give its row the contract's (RowOf, FieldsOf), or say why it has none in a comment above: // untyped: …`)
    }
  }
  return found
}
