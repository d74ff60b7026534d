import { shapeOf, typeOf, type Call } from '@assoc/contract'
import type { z } from 'zod'
import { boundCalls, isOpen } from '../generated/world'
import { startWatchedServer, type Seen, type WatchedServer } from './watched-server'

// Bodies that are made to cost memory and time, thrown at a server that runs by itself. While each is thrown the process holds at
// most 300 MB, its event loop stands still for at most 200 ms, and the answer is short. A new kind of body is a line in BOMBS.

const MOST_MB = 300
const MOST_DELAY_MS = 200
const MOST_ANSWER = 16_000

let server: WatchedServer
const worst = { answer: 0, delayMs: 0, rssMb: 0, ms: 0 }
beforeAll(async () => {
  server = await startWatchedServer()
})
afterAll(async () => {
  process.stdout.write(`bombs: at worst ${worst.answer} characters of answer, ${worst.delayMs} ms of standing still, ${worst.rssMb} MB, ${worst.ms} ms\n`)
  await server.stop()
})

const MEGABYTE = 1024 * 1024 - 100
const fill = (piece: (i: number) => string, join = ','): string => {
  const pieces: string[] = []
  for (let i = 0, length = 0; ; i++) {
    const next = piece(i)
    if ((length += next.length + join.length) > MEGABYTE - 100) return pieces.join(join)
    pieces.push(next)
  }
}
const keys = (n: number) => `{${Array.from({ length: n }, (_, i) => `"k${i}":1`).join(',')}}`

/** Bodies as text, by what they are. They are made when they are thrown. */
const BOMBS: Record<string, () => string> = {
  '6,000 keys in 59 KB': () => keys(6_000),
  '20,000 keys, the most that is read': () => keys(20_000),
  'a megabyte of keys': () => `{${fill((i) => `"k${i}":1`)}}`,
  'a megabyte of objects with a key each': () => `{"ids":[${fill((i) => `{"k${i}":1}`)}]}`,
  '20,000 long keys': () => `{${Array.from({ length: 20_000 }, (_, i) => `"${'k'.repeat(40)}${i}":1`).join(',')}}`,
  'one key of a megabyte': () => `{"${'k'.repeat(MEGABYTE - 20)}":1}`,
  'a list of numbers': () => `{"ids":[${fill(() => '1')}]}`,
  'a list of empty objects': () => `{"userIds":[${fill(() => '{}')}]}`,
  'a list at the top': () => `[${fill(() => '0')}]`,
  'depth': () => '{"a":'.repeat(200_000),
  'depth in lists': () => '['.repeat(MEGABYTE),
  'the depth that is read, many times': () => `{"a":[${fill(() => `${'['.repeat(28)}${']'.repeat(28)}`)}]}`,
  'escapes': () => `{"a":"${'\\u0000'.repeat(MEGABYTE / 6 - 10)}"}`,
}

const seenOf = (what: string, seen: Seen): string[] => {
  worst.answer = Math.max(worst.answer, seen.text.length)
  worst.delayMs = Math.max(worst.delayMs, seen.delayMs)
  worst.rssMb = Math.max(worst.rssMb, seen.rssMb)
  worst.ms = Math.max(worst.ms, seen.ms)
  const said: string[] = []
  if (seen.text.length > MOST_ANSWER) said.push(`${what}: answers ${seen.text.length} characters`)
  if (seen.delayMs > MOST_DELAY_MS) said.push(`${what}: the event loop stood still for ${seen.delayMs} ms`)
  if (seen.rssMb > MOST_MB) said.push(`${what}: ${seen.rssMb} MB`)
  if (seen.text.includes('S00001')) said.push(`${what}: ${seen.text.slice(0, 200)}`)
  return said
}

const open = '/user/security/selectPasswordRules'
const targets: [string, boolean][] = [
  [open, false],
  ['/user/usergroup/saveUsergroupList', true],
  ['/message/mail/createMail', true],
  ['/member/company/batchCompany', true],
]

test.each(Object.keys(BOMBS).flatMap((bomb) => targets.map(([path, signed]) => [bomb, path, signed] as const)))('%s at %s', async (bomb, path, signed) => {
  const body = BOMBS[bomb]?.() ?? ''
  const seen = await server.throwAt(path, body, signed ? server.admin : null)
  process.stdout.write(`${bomb}, ${path}: ${body.length} → ${seen.status}, ${seen.text.length} characters, ${seen.ms} ms, stood still ${seen.delayMs} ms, ${seen.rssMb} MB\n`)
  expect(seenOf(bomb, seen)).toEqual([])
})

/** Texts that make expressions with a square take seconds. */
const LENGTH = 100_000
const LONG: Record<string, string> = {
  blanks: `x${' '.repeat(LENGTH)}x`,
  zeros: `${'0'.repeat(LENGTH)}x`,
  slashes: `${'/'.repeat(LENGTH)}x`,
  addresses: `${'a@'.repeat(LENGTH / 2)}.`,
  variables: '${'.repeat(LENGTH / 2),
  // Three bytes each.
  names: `${'股份'.repeat(LENGTH / 6)}集`,
  marks: `${'（'.repeat(LENGTH / 3)}`,
}

const textsOf = (schema: z.ZodType): string[] => Object.entries(shapeOf(schema) ?? {}).flatMap(([name, field]) => (typeOf(field) === 'string' ? [name] : []))
const searched: Call[] = boundCalls.filter((call) => !call.multipart && textsOf(call.request).length > 0)

test.each(Object.entries(LONG))('long %s in every text of every call', async (what, text) => {
  const wrong: string[] = []
  // All texts of a call at once: each is checked by itself.
  for (const call of searched) {
    const body = JSON.stringify(Object.fromEntries(textsOf(call.request).slice(0, 9).map((name) => [name, text])))
    wrong.push(...seenOf(`${call.path}, ${what}`, await server.throwAt(call.path, body, isOpen(call) ? null : server.admin)))
  }
  expect(wrong).toEqual([])
})
