import webpack from 'webpack'

/**
 * Makes the chunk loader of a remote ask the host for the integrity of every script before it is fetched. The host
 * answers from the signed registry and throws for a script that is not in it, so nothing unknown is run.
 */
export class AskForIntegrity {
  apply(compiler) {
    const name = 'AskForIntegrity'
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const { createScript } = webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation)
      createScript.tap(name, (source) => `${source}\nscript.integrity = globalThis.__assocIntegrity(url);`)
    })
  }
}
