import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { at } from '../lib/root.mjs'

// The chunks of the host in which shared/ui comes to the browser, by the names that the build gives them.
// What the frame needs of shared/ui stands in the console's own chunk.
const CHUNKS = { 'ui-list': 'lists of the kit', 'ui-form': 'its forms and dialogs, with antd’s part of them', 'ui-rare': 'dates, trees, uploads and seldom opened dialogs, with antd’s part of them' }

/**
 * Bytes of the kit in the built host: each chunk with the libraries in it, and the kit's own source alone, minified, with every
 * package left out. Answers `{ chunks: [{ name, what, raw, gzip, brotli }], own: [{ name, raw, gzip }] }`. Throws when the host is not built.
 */
export async function measureSize() {
  const assets = at('host/dist/assets')
  if (!fs.existsSync(assets)) throw new Error('The host has not been built: run npm run build.')
  const names = fs.readdirSync(assets)
  const chunks = Object.entries(CHUNKS).map(([name, what]) => {
    const file = names.find((one) => new RegExp(`^${name}\\.[0-9a-f]{8,}\\.js$`).test(one))
    if (!file) throw new Error(`The built host has no chunk ${name}.`)
    const bytes = (end) => fs.statSync(path.join(assets, file + end)).size
    return { name, what, raw: bytes(''), gzip: bytes('.gz'), brotli: bytes('.br') }
  })
  const own = await Promise.all([
    ownCode('lists and the kit (src/data)', 'shared/ui/src/data/index.ts'),
    ownCode('its seldom opened dialogs (src/lazy)', 'shared/ui/src/lazy/index.ts'),
  ])
  return { chunks, own }
}

/** The kit's own source behind one entry, without packages and without the other parts of shared/ui. */
async function ownCode(name, entry) {
  const { build } = await import('esbuild')
  const folder = at(path.dirname(entry))
  const result = await build({
    entryPoints: [at(entry)],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    charset: 'utf8',
    plugins: [
      {
        name: 'own-code',
        setup(b) {
          b.onResolve({ filter: /.*/ }, (given) => (given.kind !== 'entry-point' && (!given.path.startsWith('.') || !path.resolve(given.resolveDir, given.path).startsWith(folder)) ? { path: given.path, external: true } : undefined))
        },
      },
    ],
  })
  const bytes = result.outputFiles[0].contents
  return { name, raw: bytes.length, gzip: zlib.gzipSync(bytes, { level: 9 }).length }
}
