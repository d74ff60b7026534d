import fs from 'node:fs'
import path from 'node:path'
import { at } from '../lib/root.mjs'
import { median } from './lib/numbers.mjs'

const CODE = /\.tsx?$/
const APART = /\.test\.tsx?$|(?:^|\/)testing\.ts$/

/**
 * Lines of every view: its page, what else stands in its folder, the contract file of the call or resource that it is about, and
 * the server module that binds that call; tests are left out. A contract or module that several views are about counts whole
 * for each; `share` divides it among them. Answers `{ views, medians, declared, count }`; `declared` are the medians of the views
 * that are a `resourcePage`.
 */
export function countScreens() {
  const modules = serverModules()
  const views = viewFolders().map(({ view, folder }) => {
    const files = sourcesOf(folder)
    const about = mainCall(files)
    const contract = about ? `shared/contract/src/${about.contract}.ts` : null
    const bound = about ? modules.find(({ index }) => index.includes(`@assoc/contract/${about.contract}'`) && new RegExp(`\\b${about.name}\\b`).test(index)) : null
    const page = linesOf(path.join(folder, 'page.tsx'))
    return {
      view,
      declared: /\bresourcePage\(/.test(files[0].text),
      page,
      folder: files.reduce((sum, { file }) => sum + linesOf(file), 0) - page,
      contractFile: contract,
      contract: contract ? linesOf(at(contract)) : 0,
      moduleFolder: bound?.folder ?? null,
      module: bound ? sourcesOf(at(bound.folder)).reduce((sum, { file }) => sum + linesOf(file), 0) : 0,
    }
  })
  const sharers = (key, value) => (value ? views.filter((one) => one[key] === value).length : 1)
  for (const one of views) {
    one.all = one.page + one.folder + one.contract + one.module
    one.share = Math.round(one.page + one.folder + one.contract / sharers('contractFile', one.contractFile) + one.module / sharers('moduleFolder', one.moduleFolder))
  }
  // A view without a contract of its own shows another's part; its page alone would pull the medians down.
  const complete = views.filter((one) => one.contract > 0 && one.module > 0)
  const medians = (list) => Object.fromEntries(['page', 'folder', 'contract', 'module', 'all', 'share'].map((key) => [key, median(list.map((one) => one[key]))]))
  return { views, medians: medians(complete), declared: medians(complete.filter((one) => one.declared)), count: { complete: complete.length, declared: complete.filter((one) => one.declared).length } }
}

function viewFolders() {
  return fs.readdirSync(at('remotes')).flatMap((remote) => {
    const views = at('remotes', remote, 'src/views')
    if (!fs.existsSync(views)) return []
    return fs
      .readdirSync(views)
      .filter((name) => fs.existsSync(path.join(views, name, 'page.tsx')))
      .map((name) => ({ view: `${remote}/${name}`, folder: path.join(views, name) }))
  })
}

/** Source files of a folder, those of its page first. */
function sourcesOf(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => CODE.test(name) && !APART.test(name))
    .sort((a, b) => Number(b === 'page.tsx') - Number(a === 'page.tsx') || a.localeCompare(b))
    .map((name) => ({ file: path.join(folder, name), text: fs.readFileSync(path.join(folder, name), 'utf8') }))
}

const IMPORT = /import (?:type )?\{([^}]*)\} from '@assoc\/contract\/([a-z-]+\/[a-z-]+)'/g
const ABOUT = [/\bresource: (\w+)/g, /\bcall: (?:\w+<\w+>\()?(\w+)/g, /\buseAnswer\((\w+)/g, /\bapi\((\w+)/g]

/** The resource or call that a view is about: the first that its page names, by what tells most. */
function mainCall(files) {
  const from = new Map(files.flatMap(({ text }) => [...text.matchAll(IMPORT)].flatMap(([, names, contract]) => names.split(',').map((name) => [name.replace(/^type /, '').trim(), contract]))))
  for (const { text } of files) {
    for (const pattern of ABOUT) {
      for (const [, name] of text.matchAll(pattern)) if (from.has(name)) return { name, contract: from.get(name) }
    }
  }
  return null
}

function serverModules() {
  return fs
    .readdirSync(at('server/src/areas'), { recursive: true })
    .filter((name) => /^[^/]+\/[^/]+\/index\.ts$/.test(name))
    .map((name) => ({ folder: `server/src/areas/${path.dirname(name)}`, index: fs.readFileSync(at('server/src/areas', name), 'utf8') }))
}

const linesOf = (file) => fs.readFileSync(file, 'utf8').trimEnd().split('\n').length
