// A look at source text without a parser: enough for the rules, and quick enough for every commit.

const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|=>|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield))\s*$/

/** The text with comments blanked (`code`), and with the insides of strings blanked too (`bare`). Offsets stay. */
export function strip(text) {
  const code = text.split('')
  const bare = text.split('')
  const blank = (array, from, to) => {
    for (let i = from; i < to; i += 1) if (array[i] !== '\n') array[i] = ' '
  }
  // Each entry is the depth of braces at which a `${` of a template ends.
  const templates = []
  let depth = 0
  let i = 0
  const template = (from) => {
    let j = from
    while (j < text.length && text[j] !== '`' && !(text[j] === '$' && text[j + 1] === '{')) j += text[j] === '\\' ? 2 : 1
    blank(bare, from, Math.min(j, text.length))
    if (text[j] === '$') {
      templates.push(depth)
      depth += 1
      return j + 2
    }
    return j + 1
  }
  while (i < text.length) {
    const two = text.slice(i, i + 2)
    const one = text[i]
    if (two === '//' && text[i - 1] !== ':') {
      const end = text.indexOf('\n', i)
      const to = end < 0 ? text.length : end
      blank(code, i, to)
      blank(bare, i, to)
      i = to
    } else if (two === '/*') {
      const end = text.indexOf('*/', i + 2)
      const to = end < 0 ? text.length : end + 2
      blank(code, i, to)
      blank(bare, i, to)
      i = to
    } else if (one === '"' || one === "'") {
      let j = i + 1
      // An apostrophe in the text of a page is no string: none reaches over a line's end.
      while (j < text.length && text[j] !== one && text[j] !== '\n') j += text[j] === '\\' ? 2 : 1
      blank(bare, i + 1, Math.min(j, text.length))
      i = j + 1
    } else if (one === '`') {
      i = template(i + 1)
    } else if (one === '{') {
      depth += 1
      i += 1
    } else if (one === '}') {
      depth -= 1
      i += 1
      if (templates.at(-1) === depth) {
        templates.pop()
        i = template(i)
      }
    } else if (one === '/' && BEFORE_REGEX.test(bare.slice(Math.max(0, i - 30), i).join(''))) {
      let j = i + 1
      let set = false
      while (j < text.length && text[j] !== '\n' && (set || text[j] !== '/')) {
        if (text[j] === '\\') j += 1
        else if (text[j] === '[') set = true
        else if (text[j] === ']') set = false
        j += 1
      }
      blank(bare, i + 1, Math.min(j, text.length))
      i = j + 1
    } else {
      i += 1
    }
  }
  return { code: code.join(''), bare: bare.join('') }
}

export function lineOf(text, offset) {
  let line = 1
  for (let i = text.indexOf('\n'); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line += 1
  return line
}

const IMPORT = /\b(import|export)\s+(type\s+)?([^'"`;]*?\bfrom\s*)?(['"])([^'"\n]+)\4|\b(import|require)\s*\(\s*(['"])([^'"\n]+)\7/g

/** Every import, re-export, import() and require(): `{ target, type, dynamic, names, line }`. */
export function importsOf(text, { code, bare } = strip(text)) {
  const found = []
  for (const match of code.matchAll(IMPORT)) {
    // `export default 'x'` and words inside strings are none.
    if (bare[match.index] === ' ') continue
    if (match[1] === 'export' && !match[3]) continue
    found.push({
      target: match[5] ?? match[8],
      type: Boolean(match[2]),
      dynamic: match[6] === 'import',
      names: match[3] ?? '',
      line: lineOf(text, match.index),
    })
  }
  return found
}
