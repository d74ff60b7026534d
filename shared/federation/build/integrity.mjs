import { createHash } from 'node:crypto'
import webpack from 'webpack'

/** Integrity of a script, as browsers compare it. */
export const sri = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

const NONE_YET = 'integrity-of-own-chunks'

/**
 * Lets the entry of a remote bring the integrity of its chunks: the registry vouches for the entry, and the entry for the scripts that it
 * fetches, so a page is told of no script of a remote that is not opened. A chunk that the entry does not know is not fetched.
 */
export class OwnIntegrity {
  apply(compiler) {
    const name = 'OwnIntegrity'
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const { createScript } = webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation)
      createScript.tap(
        name,
        (source) => `${source}
script.integrity = ((known) => {
  if (!(known?.length > 64)) throw new Error(url + " is no script of this release");
  return "sha384-" + known.slice(known.indexOf(":") + 1);
})("${NONE_YET}".split(",").find((one) => one.startsWith(chunkId + ":")));`,
      )
      // When everything has been made small and named: what the entry says of a file is what lies there.
      compilation.hooks.processAssets.tap({ name, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER }, () => {
        const entries = Object.keys(compilation.assets).filter((file) => file.endsWith('.js') && compilation.assets[file].source().toString().includes(NONE_YET))
        if (entries.length === 0) return
        const own = [...compilation.chunks].flatMap((chunk) => [...chunk.files].filter((file) => file.endsWith('.js') && !entries.includes(file)).map((file) => `${chunk.id}:${sri(compilation.assets[file].buffer()).slice('sha384-'.length)}`))
        if (entries.length !== 1) throw new Error(`The integrity of chunks is asked for in ${entries.length} scripts`)
        const [entry] = entries
        const text = compilation.assets[entry].source().toString().replaceAll(NONE_YET, own.sort().join(','))
        compilation.updateAsset(entry, new webpack.sources.RawSource(text))
        // Its name says what is in it, and that is more now.
        compilation.renameAsset(entry, entry.replace(/\.[0-9a-f]+\.js$/, `.${createHash('sha256').update(text).digest('hex').slice(0, 12)}.js`))
      })
    })
  }
}
