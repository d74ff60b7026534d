import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { FolderStore, looksLike } from './store'

test.each([
  ['xml', '<?xml version="1.0" encoding="UTF-8"?><EInvoice/>', true],
  ['xml', '\u{feff}<?xml version="1.0"?><EInvoice/>', true],
  ['xml', '<html><script></script></html>', false],
  ['xml', 'MZ', false],
  ['pdf', '%PDF-1.7', true],
  ['pdf', '<?xml version="1.0"?>', false],
  ['exe', 'MZ', false],
])('a file is known by how it begins: %s %s', (extension, text, right) => {
  expect(looksLike(extension, Buffer.from(text))).toBe(right)
})

test('what was received and never kept, because its process ended, is swept away; what is on its way is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  const store = new FolderStore(folder)
  const bytes = (text: string) => Readable.from([Buffer.from(text)])
  const [left, coming] = [await store.receive(bytes('left')), await store.receive(bytes('coming'))]
  utimesSync(left.path, new Date(0), new Date(0))
  await store.sweep(60_000)
  expect([existsSync(left.path), existsSync(coming.path)]).toEqual([false, true])
  const { key, sha256, size } = await store.keep(coming)
  expect([(await buffer(store.read(key))).toString(), sha256, size, existsSync(coming.path)]).toEqual(['coming', createHash('sha256').update('coming').digest('hex'), 6, false])
  await expect(store.receive(Readable.from((function* () { yield Buffer.from('half'); throw new Error('broken off') })()))).rejects.toThrow('broken off')
  expect(readdirSync(join(folder, 'incoming'))).toEqual([])
  rmSync(folder, { recursive: true })
})
