import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { viewFolders } from './common.mjs'
import { ROOT } from './shared-modules.mjs'

/**
 * Reads every view.ts of a remote and answers its view index. A folder without a page, a view
 * without a title or access, fails the build with its name.
 */
export async function readViews(name) {
  const folders = viewFolders(name)
  if (folders.length === 0) throw new Error(`remotes/${name} has no view`)
  const lines = folders.map((f, i) => `import v${i} from './${f}/view.ts'`)
  const source = `${lines.join('\n')}\nexport default [${folders.map((f, i) => `{name:${JSON.stringify(f)},...v${i}}`).join(',')}]`
  const result = await build({
    stdin: { contents: source, resolveDir: join(ROOT, 'remotes', name, 'src/views'), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // Only defineView is wanted of the package, and it is pure: the rest of it needs a browser.
    plugins: [
      {
        name: 'define-view',
        setup(b) {
          b.onResolve({ filter: /^@assoc\/federation$/ }, (a) => ({ path: a.path, namespace: 'define-view' }))
          b.onLoad({ filter: /.*/, namespace: 'define-view' }, () => ({ contents: 'export const defineView = (v) => v' }))
        },
      },
    ],
  })
  const code = result.outputFiles[0].text
  const { default: views } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  return views.map((v) => {
    const where = `remotes/${name}/src/views/${v.name}`
    if (!existsSync(join(ROOT, where, 'page.tsx'))) throw new Error(`${where} has no page.tsx`)
    if (!v.title || !v.access) throw new Error(`${where}/view.ts must name title and access`)
    return { menuLink: `${name}/${v.name}`, title: v.title, access: v.access }
  })
}
