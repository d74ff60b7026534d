import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { imKind } from '@assoc/contract/rbac/im'
import type { RemoteRelease } from '@assoc/contract/platform/release'
import { callOrigins, consoleConfigOf, type ConsoleConfigFile } from '../console-config'
import type { Platform } from '../platform'
import { isSigned } from '../releases/key'
import { parsed } from '../releases/publish'
import { readableRegistry } from '../releases/releases'
import { sendingOf } from '../mail/sending'
import type { StoredRegistry } from '../releases/store'
import { returnAddress } from './return-address'

const brotli = promisify(brotliCompress)

interface Page {
  /** The page and its policy, cut where the nonce of an answer stands. */
  html: string[]
  csp: string[]
  stamp: string
}

/** Pages of people who are not signed in, of which the console is no part. */
const VISIT_PAGES = ['signin', 'signin/:meeting_id', 'signin/:meeting_id/:sign_code', 'meetingDetails', 'success']

/** Stands for the nonce in what is prepared once; every answer has another one. */
const NONCE = '{{nonce}}'

/** Serves the built console beside the API: hashed files for ever, pages fresh, the registry inlined. */
export async function mountWeb(app: FastifyInstance, platform: Platform): Promise<void> {
  const root = platform.config.webRoot
  if (!root) return
  const hostDist = join(root, 'host/dist')
  const assets = { maxAge: '365d', immutable: true, preCompressed: true, index: false as const, decorateReply: false }
  if (existsSync(join(hostDist, 'assets'))) {
    await app.register(fastifyStatic, { root: join(hostDist, 'assets'), prefix: '/assets/', ...assets })
  }
  const released = join(platform.config.releaseDir, 'remotes')
  mkdirSync(released, { recursive: true })
  await app.register(fastifyStatic, {
    root: released,
    prefix: '/remotes/',
    ...assets,
    dotfiles: 'deny',
    setHeaders: (reply) => void reply.setHeader('access-control-allow-origin', '*'),
  })
  const { signOn } = platform.config
  const config = { ...consoleConfigOf(platform.config), releaseKeys: platform.releases.keys, signOn: signOn && { label: signOn.label }, im: imKind.keys.filter((kind) => platform.im.has(kind)).map((kind) => ({ kind, label: imKind.labels[kind] })), sending: sendingOf(platform) }
  const pages = new Map<string, Page>()
  await keepStamp(app, root, platform)
  const send = (file: string) => async (request: FastifyRequest, reply: FastifyReply) => sendPage(reply, request, await pageOf(pages, root, file, config, platform))
  app.get('/login', send('login.html'))
  app.get('/register', send('login.html'))
  for (const address of VISIT_PAGES) app.get(`/${address}`, send('visit.html'))
  app.get('/config.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(config))
  app.get('/remotes.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send((await readableRegistry(platform.releases, platform.log))?.signed ?? null))
  app.get('/sso/return', (request, reply) => {
    const { reback } = request.query as { reback?: unknown }
    const own = `${request.protocol}://${request.host}`
    return reply.header('referrer-policy', 'no-referrer').redirect(returnAddress(reback, own, config), 302)
  })
  // Every other address is a page of the console, unless it looks like a file or a call.
  app.get('/*', (request, reply) => {
    // To a browser `//x` is an address of the host x, as soon as it is more than what was typed.
    if (/^[/\\]{2}/.test(request.url)) return reply.redirect(request.url.replace(/^[/\\]+/, '/'), 308)
    // Decoded: `/%63apcoapi/` is no page either.
    const { '*': path } = request.params as { '*': string }
    if (/^(?:capcoapi|assets\/|remotes\/)/.test(path) || /\.[a-z0-9]{2,5}$/i.test(path)) return reply.callNotFound()
    return send('index.html')(request, reply)
  })
}

/** Milliseconds after which open pages hear of a newer console or of switched releases. */
const STAMP_EVERY_MS = 1_000

async function keepStamp(app: FastifyInstance, root: string, platform: Platform): Promise<void> {
  const stamp = async () => {
    const build = buildOf(root)
    const registry = await readableRegistry(platform.releases, platform.log)
    // Not even the serial of one that is not signed is told, for it may be no number and no JSON at all.
    platform.releases.stamp = build ? `${build}.${registry && isGood(registry, platform) ? parsed(registry).serial : 0}` : ''
  }
  await stamp()
  const timer = setInterval(() => void stamp(), STAMP_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

const builds = new Map<string, { mtimeMs: number; build: string }>()

/** The console's build: a hash of its page, which names all its files. Empty when it has not been built. */
function buildOf(root: string): string {
  const file = join(root, 'host/dist/index.html')
  const mtimeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (mtimeMs === undefined) return ''
  const known = builds.get(file)
  if (known?.mtimeMs === mtimeMs) return known.build
  const build = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)
  builds.set(file, { mtimeMs, build })
  return build
}

function isGood({ signed }: StoredRegistry, platform: Platform): boolean {
  try {
    return isSigned(signed, platform.releases.keys)
  } catch {
    return false
  }
}

const inline = (id: string, value: unknown) => `<script type="application/json" id="${id}">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`

async function pageOf(pages: Map<string, Page>, root: string, file: string, config: ConsoleConfigFile, platform: Platform): Promise<Page | null> {
  const path = join(root, 'host/dist', file)
  if (!existsSync(path)) return null
  const registry = await readableRegistry(platform.releases, platform.log)
  const stamp = `${statSync(path).mtimeMs}/${registry?.etag}`
  const known = pages.get(file)
  if (known?.stamp === stamp) return known
  // Browsers refuse one that is not signed; it shall not open the page's policy for its addresses either.
  const good = registry === undefined || isGood(registry, platform)
  if (!good) platform.log.error('the registry of releases bears no signature of ours')
  const html = readFileSync(path, 'utf8')
    .replace('<!--config-->', () => inline('config', { ...config, build: buildOf(root), styleNonce: NONCE }))
    .replace('<!--remotes-->', () => inline('remotes', registry?.signed ?? null))
  const page: Page = {
    html: html.split(NONCE),
    csp: contentPolicy(html, config, good ? parsed(registry).remotes : []).split(NONCE),
    stamp,
  }
  pages.set(file, page)
  platform.log.debug({ file }, 'page prepared')
  return page
}

/** Scripts only from us and by the hash of the one inline piece; styles likewise, and those that our scripts make at run time by the answer's nonce. */
function contentPolicy(html: string, config: ConsoleConfigFile, remotes: readonly RemoteRelease[]): string {
  const hashes = (tag: string) =>
    html
      .split(`<${tag}>`)
      .slice(1)
      .map((piece) => `'sha256-${createHash('sha256').update(piece.split(`</${tag}>`, 1)[0] ?? '').digest('base64')}'`)
      .join(' ')
  const elsewhere = remotes.flatMap(({ base }) => (/^https?:/.test(base) ? [new URL(base).origin] : []))
  const lent = [...new Set([...elsewhere, ...config.environments.flatMap((e) => e.remoteOverrides ?? [])])].join(' ')
  const calls = [...new Set(config.environments.flatMap(callOrigins))].join(' ')
  return [
    `default-src 'self'`,
    `script-src 'self' ${hashes('script')} ${lent}`.trim(),
    `style-src 'self' 'nonce-${NONCE}' ${hashes('style')}`,
    // antd's measuring elements set theirs as text; an attribute reaches no further than its element.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self' data:`,
    `connect-src ${[`'self'`, calls, lent].filter(Boolean).join(' ')}`,
    `media-src ${[`'self'`, calls].filter(Boolean).join(' ')}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
  ].join('; ')
}

/** The camera reads codes at sign-in counters; nothing else of a device is asked for, and no page within ours may. */
const PERMISSIONS = 'camera=(self), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), payment=()'

async function sendPage(reply: FastifyReply, request: FastifyRequest, page: Page | null) {
  if (!page) return reply.code(404).header('content-type', 'text/plain; charset=utf-8').send('The console has not been built: run npm run build.')
  const nonce = randomBytes(16).toString('base64')
  const html = page.html.join(nonce)
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', page.csp.join(nonce))
    .header('referrer-policy', 'same-origin')
    .header('permissions-policy', PERMISSIONS)
    .header('vary', 'accept-encoding')
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(html)
  return reply.header('content-encoding', 'br').send(await brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
}
