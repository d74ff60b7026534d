import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { at } from './root.mjs'

// Builds one part in a process of its own: `node build-part.mjs <part>`. Two of them run at a time.

const part = process.argv[2]
// The bundlers and React's own build read it.
process.env.NODE_ENV = 'production'
const begin = performance.now()
// Whoever wanted the part is gone: nobody would take it.
const forsaken = () => process.exit(1)
process.once('disconnect', forsaken)
try {
  await buildPart()
  process.send?.({ seconds: (performance.now() - begin) / 1000, cpuSeconds: cpuSeconds() })
} catch (error) {
  // What the bundler says of the source is enough; its own stack is not.
  console.error(error.message ?? error)
  process.exitCode = 1
}
process.off('disconnect', forsaken)
process.disconnect?.()

async function buildPart() {
  if (part === 'server') return buildServer()
  const { buildHost, buildRemote } = await import('../../shared/federation/build/index.mjs')
  if (part === 'host') await buildHost({ mode: 'production' })
  else await buildRemote(path.basename(part), { mode: 'production' })
  return compress(at(part, 'dist'))
}

async function buildServer() {
  const { buildSync } = await import('esbuild')
  const source = at('server/src')
  const entries = ['main.ts', 'release.ts', ...fs.readdirSync(source).filter((name) => /^worker-.*\.ts$/.test(name) && !name.includes('.test.'))]
  const { dependencies } = JSON.parse(fs.readFileSync(at('server/package.json'), 'utf8'))
  fs.rmSync(at('server/dist'), { recursive: true, force: true })
  buildSync({
    absWorkingDir: at(),
    entryPoints: entries.map((name) => path.join(source, name)),
    outdir: at('server/dist'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    charset: 'utf8',
    loader: { '.sql': 'text' },
    // Our own packages are TypeScript source and must come in; everything from npm stays outside.
    external: Object.keys(dependencies).filter((name) => !name.startsWith('@assoc/')),
    logLevel: 'silent',
  })
}

/** Files whose name carries their hash never change: they are pressed once, as hard as it goes. */
async function compress(dist) {
  const hashed = /\.[0-9a-f]{8,}\.(js|css|json|svg|mjs)$/
  const brotli = promisify(zlib.brotliCompress)
  const gzip = promisify(zlib.gzip)
  const files = fs.readdirSync(dist, { recursive: true }).filter((name) => hashed.test(name))
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(dist, name)
      const bytes = fs.readFileSync(file)
      if (bytes.length < 1024) return
      const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = zlib.constants
      const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 22, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
      fs.writeFileSync(`${file}.br`, await brotli(bytes, { params }))
      fs.writeFileSync(`${file}.gz`, await gzip(bytes, { level: 9 }))
    }),
  )
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage()
  let children = 0
  try {
    // Fields 16 and 17: the time of children that have ended (esbuild), in hundredths.
    const stat = fs.readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    children = (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    // Only Linux tells.
  }
  return (user + system) / 1e6 + children
}
