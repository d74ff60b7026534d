import { spawn, spawnSync } from 'node:child_process'
import http from 'node:http'
import { at } from './lib/root.mjs'

const listen = (handler) =>
  new Promise((resolve) => {
    const server = http.createServer(handler).listen(0, '127.0.0.1', () => resolve(server))
  })
const portOf = (server) => server.address().port
const dev = (args, env) => ({ cwd: at(), encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env }, args: [at('scripts/dev.mjs'), ...args] })

test('a wrong wish gets one sentence with the names that there are', async () => {
  const taken = await listen(() => undefined)
  const wishes = [
    [[], {}, /^Name the remote .* there are .*member/],
    [['nowhere'], {}, /^There is no remote "nowhere" with a view: there are .*rbac/],
    [['member', 'rbac'], {}, /^pnpm dev runs one remote at a time/],
    [['member'], { PORT: 'x' }, /^PORT=x is no port/],
    [['member'], { TEST_HOST: 'console' }, /^TEST_HOST=console is no address/],
    [['member'], { PORT: String(portOf(taken)) }, /^Port \d+ is taken by another program/],
  ]
  for (const [words, env, sentence] of wishes) {
    const { args, ...options } = dev(words, env)
    const { status, stderr } = spawnSync(process.execPath, args, options)
    expect(stderr).toMatch(sentence)
    expect([words, status, stderr.trim().split('\n').length]).toEqual([words, 1, 1])
  }
  taken.close()
})

test('one remote is served alone; calls and the login page come from the console behind it', async () => {
  const asked = []
  const target = await listen((request, response) => {
    asked.push({ url: request.url, host: request.headers.host, cookie: request.headers.cookie })
    response.setHeader('set-cookie', ['__Host-sid=secret; Path=/; HttpOnly; Secure; SameSite=Lax', 'other=1; Domain=example.com; Path=/'])
    response.end(`console ${request.url}`)
  })
  const free = await listen(() => undefined)
  const port = portOf(free)
  await new Promise((resolve) => free.close(resolve))
  const { args, ...options } = dev(['rbac'], { PORT: String(port), TEST_HOST: `http://127.0.0.1:${portOf(target)}` })
  const child = spawn(process.execPath, args, options)
  let said = ''
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (piece) => /^ready /m.test((said += piece)) && resolve())
    child.stderr.on('data', (piece) => (said += piece))
  })
  try {
    await Promise.race([ready, ended.then(() => Promise.reject(new Error(said)))])
    const get = (path, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })

    const page = await (await get('/UserList', { accept: 'text/html' })).text()
    for (const [, file] of page.matchAll(/src="([^"]+)"/g)) expect((await get(file)).status).toBe(200)
    expect(page).toContain('/_dev/dev.js')

    for (const path of ['/capcoapi/x', '/login?reback=1', '/assets/x.js', '/config.json', '/remotes.json', '/sso/return']) {
      expect(await (await get(path, { cookie: 'sid=secret' })).text()).toBe(`console ${path}`)
    }
    expect(asked.at(-1)).toEqual({ url: '/sso/return', host: `127.0.0.1:${portOf(target)}`, cookie: 'sid=secret' })
    // Host-only and without the marks of TLS, for this address is another and has none.
    expect((await get('/capcoapi/x')).headers.getSetCookie()).toEqual(['sid=secret; Path=/; HttpOnly; SameSite=Lax', 'other=1; Path=/'])

    await new Promise((resolve) => target.close(resolve).closeAllConnections())
    const away = await get('/capcoapi/x')
    expect([away.status, await away.text()]).toEqual([502, expect.stringContaining('没有应答')])
  } finally {
    child.kill('SIGTERM')
    await ended
    target.close()
  }
})
