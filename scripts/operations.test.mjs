import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { startTestServer } from '../server/test/harness'
import { ask } from './lib/backup/test-console.mjs'
import { at } from './lib/root.mjs'

// The runbook is read in a bad hour: what it tells to type must work.

const runbook = fs.readFileSync(at('docs/operations.md'), 'utf8')
const blocks = (kind) => [...runbook.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1])

test('every statement of the runbook runs on a console’s database', async () => {
  const server = await startTestServer()
  try {
    const statements = blocks('sql').flatMap((block) => block.split(/;\n/)).map((one) => one.trim()).filter(Boolean)
    expect(statements.length).toBeGreaterThanOrEqual(10)
    for (const statement of statements) {
      const ran = await ask(server.databaseUrl, statement).then(() => 'ran', (error) => error.message)
      expect([statement, ran]).toEqual([statement, 'ran'])
    }
  } finally {
    await server.stop()
  }
})

test('a hash made as the runbook says is one that the server takes', async () => {
  const line = blocks('sh').join('\n').split('\n').find((one) => one.includes('argon2'))
  const made = spawnSync('/bin/sh', ['-c', line], { cwd: at(), encoding: 'utf8', env: { PATH: process.env.PATH } })
  expect(made.stderr).toBe('')
  const { verifyPassword } = await import('../server/src/platform/auth/passwords')
  expect(await verifyPassword(made.stdout.trim(), 'A-New-One-2741')).toBe(true)
})

test('what the alerts and the runbook point to is there', () => {
  const anchors = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title.toLowerCase().replace(/[^\w\s-]/g, '').replace(/\s/g, '-'))
  const wanted = [...fs.readFileSync(at('docs/grafana/alerts.yml'), 'utf8').matchAll(/operations\.md#([\w-]+)/g)].map(([, anchor]) => anchor)
  expect(wanted.length).toBeGreaterThan(8)
  expect(wanted.filter((anchor) => !anchors.includes(anchor))).toEqual([])
  for (const [, file] of runbook.matchAll(/\]\((?!http)([^)#]+)\)/g)) expect([file, fs.existsSync(at('docs', file))]).toEqual([file, true])
  const { scripts } = JSON.parse(fs.readFileSync(at('package.json'), 'utf8'))
  for (const [, name] of runbook.matchAll(/\bpnpm (?:--silent )?(\w+)/g)) expect([name, name in scripts]).toEqual([name, true])
})
