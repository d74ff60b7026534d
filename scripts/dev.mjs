import fs from 'node:fs'
import net from 'node:net'
import { Problem, explain } from './lib/problem.mjs'
import { at } from './lib/root.mjs'

// `pnpm dev <remote>`: one remote alone with hot update and the real login.
//   PORT       where it is served, 8100 by default
//   TEST_HOST  the console that answers its calls, http://127.0.0.1:8080 by default
// `pnpm dev <remote> --lend` lends it to that console instead, which shows it in place of the released one; the page there
// reloads after each change. PORT is 8200 by default then.

const HOST = '127.0.0.1'

try {
  await main()
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

async function main() {
  const lend = process.argv.includes('--lend')
  const port = readPort(lend ? 8200 : 8100)
  const target = readTarget()
  if (!fs.existsSync(at('node_modules/webpack-dev-server'))) {
    throw new Problem('The packages are not installed: run npm start once, or npx --yes pnpm@12.21.0 install.')
  }
  const { remotesWithViews, startDevServer } = await import('../shared/federation/build/dev.mjs')
  const name = readName(remotesWithViews())
  await checkPort(port)
  console.log(`· building ${name}`)
  const server = lend ? await lendTo(name, port) : await startDevServer(name, { port, host: HOST, target })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)))
  }
  if (server.errors > 0) console.log(`· ${server.errors} errors in the source: the lines above say which; the page follows as soon as they are gone`)
  if (!(await answers(target))) console.log(`· nothing answers at ${target}: start the console with npm start, or set TEST_HOST to one that runs`)
  if (lend) {
    const address = `${target}/?remote=${name}@${server.url}`
    console.log(`ready ${address} (${name}, ${server.views.length} views lent, ${server.seconds.toFixed(1)} s; the console must list ${server.url} among remoteOverrides of its environment in config.json)`)
    return
  }
  console.log(`ready ${server.url} (${name}, ${server.views.length} views, calls go to ${target}, ${server.seconds.toFixed(1)} s)`)
}

async function lendTo(name, port) {
  const { startLendServer } = await import('../shared/federation/build/lend.mjs')
  return startLendServer(name, { port, host: HOST })
}

function readName(remotes) {
  const names = remotes.length > 0 ? `there are ${remotes.join(', ')}` : 'there is none yet'
  const [name, ...more] = process.argv.slice(2).filter((word) => word !== '--' && word !== '--lend')
  if (!name) throw new Problem(`Name the remote that you want to run alone: ${names}. For example: pnpm dev ${remotes[0] ?? 'member'}.`)
  if (more.length > 0) throw new Problem(`pnpm dev runs one remote at a time, not "${[name, ...more].join(' ')}": ${names}.`)
  if (!remotes.includes(name)) throw new Problem(`There is no remote "${name}" with a view: ${names}.`)
  return name
}

function readPort(usual) {
  const port = Number(process.env.PORT || usual)
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Problem(`PORT=${process.env.PORT} is no port: give a number from 1 to 65535.`)
  return port
}

function readTarget() {
  const given = process.env.TEST_HOST || 'http://127.0.0.1:8080'
  try {
    const { protocol, origin } = new URL(given)
    if (protocol === 'http:' || protocol === 'https:') return origin
  } catch {
    // said below
  }
  throw new Problem(`TEST_HOST=${given} is no address: give one such as https://console.example.com.`)
}

function checkPort(port) {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', (error) => {
      const sentences = {
        EADDRINUSE: `Port ${port} is taken by another program: stop that one, or take another port, for example PORT=${port + 1} pnpm dev.`,
        EACCES: `Port ${port} may not be opened by this user: take a port above 1023.`,
      }
      reject(sentences[error.code] ? new Problem(sentences[error.code]) : error)
    })
    probe.listen({ port, host: HOST }, () => probe.close(resolve))
  })
}

async function answers(target) {
  try {
    return (await fetch(`${target}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
