import fs from 'node:fs'
import { Problem } from './problem.mjs'
import { at } from './root.mjs'

// What `pnpm new-view` and `pnpm new-remote` write with: everything is made in memory, and only then written, so that a refusal leaves nothing.

const files = new Map()

export const read = (file) => files.get(file) ?? fs.readFileSync(at(file), 'utf8')
export const exists = (file) => files.has(file) || fs.existsSync(at(file))
export const write = (file, text) => void files.set(file, text)

/** Writes what was made; answers the names of the files. */
export function flush() {
  for (const [file, text] of files) {
    fs.mkdirSync(at(file, '..'), { recursive: true })
    fs.writeFileSync(at(file), text)
  }
  return [...files.keys()]
}

/** Puts an import among the others: before the first one of the same kind that comes after it by path, else last. */
export function addImport(text, line) {
  const pathOf = (one) => /from '([^']+)'/.exec(one)?.[1] ?? ''
  const lines = text.split('\n')
  const imports = lines.flatMap((one, i) => (/^import .* from '[^']+'$/.test(one) ? [i] : []))
  const sameFolder = imports.filter((i) => pathOf(lines[i]).startsWith('./'))
  const next = sameFolder.find((i) => pathOf(lines[i]) > pathOf(line))
  lines.splice(next ?? (sameFolder.at(-1) ?? imports.at(-1) ?? -1) + 1, 0, line)
  return lines.join('\n')
}

/** Puts text before the first place that a pattern matches. */
export function insertBefore(text, pattern, added, file) {
  const found = pattern.exec(text)
  if (!found) throw new Problem(`${file} does not look as it is expected here (${pattern}): add the lines by hand, or bring it back into form.`)
  return text.slice(0, found.index) + added + text.slice(found.index)
}

/** The same behind the last place. */
export function insertAfterLast(text, pattern, added, file) {
  const found = [...text.matchAll(pattern)].at(-1)
  if (!found) throw new Problem(`${file} does not look as it is expected here (${pattern}): add the lines by hand, or bring it back into form.`)
  const end = found.index + found[0].length
  return text.slice(0, end) + added + text.slice(end)
}

/** The server's modules of an area in the list of all of them. */
export function addAreaToServer(area) {
  const file = 'server/src/areas/index.ts'
  let text = addImport(read(file), `import { ${area}Modules } from './${area}'`)
  text = text.replace(/(export const modules: ServerModule\[\] = \[)(\s*)/, (_all, head, blank) => `${head}${blank}...${area}Modules, `)
  if (!text.includes(`...${area}Modules`)) throw new Problem(`${file} has no list of modules: ${area} cannot be added there.`)
  write(file, text)
}

export function sources(folder) {
  return fs
    .readdirSync(at(folder), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
}
