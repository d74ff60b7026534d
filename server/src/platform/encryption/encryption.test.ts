/** @own-modules: a resource that the product does not have. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { optionalText, personal, type PermitCode, resource, signedIn, text } from '@assoc/contract'
import { orEmpty } from '@assoc/contract/rules/identifiers'
import { sql } from 'kysely'
import { z } from 'zod'
import { asOwner, startTestServer, type TestServer } from '../../../test/harness'
import type { Principal } from '../access/principal'
import type { AuditEntry } from '../audit/audit'
import { refuse } from '../errors'
import * as actions from '../resource/actions'
import type { Action, Row } from '../resource/definition'
import { mountResource } from '../resource/mount'
import { checkDataKey, readDataKey, encryptionOf } from './encryption'

const folder = mkdtempSync(join(tmpdir(), 'sealing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what is sealed opens again with the same key alone, and not when a byte was changed', () => {
  const encryption = encryptionOf(Buffer.alloc(32, 1))
  const encrypted = encryption.encrypt('110101190001010014')
  expect(encrypted).not.toContain('1101')
  expect(encryption.decrypt(encrypted)).toBe('110101190001010014')
  expect(encryption.encrypt('110101190001010014')).not.toBe(encrypted)
  expect(() => encryptionOf(Buffer.alloc(32, 2)).decrypt(encrypted)).toThrow()
  const other = encrypted.at(30) === 'A' ? 'B' : 'A'
  expect(() => encryption.decrypt(`${encrypted.slice(0, 30)}${other}${encrypted.slice(31)}`)).toThrow()
})

test('prints are the same for the same text and key, and say nothing without the key', () => {
  const blindIndex = encryptionOf(Buffer.alloc(32, 1)).blindIndex('110101190001010014')
  expect(encryptionOf(Buffer.alloc(32, 1)).blindIndex('110101190001010014')).toBe(blindIndex)
  expect(encryptionOf(Buffer.alloc(32, 2)).blindIndex('110101190001010014')).not.toBe(blindIndex)
})

test('an installation makes its own key once, readable for its owner; a named one that is missing or broken is refused', () => {
  const file = join(folder, 'own', 'data.key')
  const key = readDataKey(file, true)
  expect(readDataKey(file, true).equals(key)).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toBe(key.toString('base64'))
  expect(() => readDataKey(join(folder, 'named.key'), false)).toThrow('is no data key')
  writeFileSync(join(folder, 'short.key'), 'c2hvcnQ=')
  expect(() => readDataKey(join(folder, 'short.key'), true)).toThrow('is no data key')
})

const person = resource({
  name: 'testSealed',
  label: '人员',
  base: '/test/sealed',
  id: 'personId',
  fields: { realName: text('姓名', 20), idCard: personal(orEmpty(z.string().max(18)), 'idCard'), tag: optionalText('标签', 10) },
  sortable: ['realName'],
  access: { read: { kind: 'permit', code: 'test:sealed:read' as PermitCode }, insert: signedIn, update: signedIn },
})
const { runtime } = mountResource(person, {
  table: 'test_sealed',
  order: { field: 'realName', direction: 'asc' },
  encrypted: { idCard: { text: 'id_card_sealed', blindIndex: 'id_card_print' } },
  constraints: { test_sealed_unique: () => refuse.field('idCard', '该身份证号已登记') },
})

describe('a sealed field of a resource', () => {
  let server: TestServer
  const noted: AuditEntry[] = []
  const principal = { userId: '1', realName: '审阅人', loginName: 'reader', permits: new Set(['test:sealed:read']), scopes: {}, deptId: null } as unknown as Principal
  const action = (input: Row) => ({ db: server.platform.db, platform: server.platform, principal, input, audit: (entry: AuditEntry) => void noted.push(entry) }) as unknown as Action
  beforeAll(async () => {
    server = await startTestServer()
    await asOwner(server.platform.db, sql`create table test_sealed (person_id bigint generated always as identity primary key, real_name text not null, id_card text, id_card_sealed text,
      id_card_print text constraint test_sealed_unique unique, tag text, version int not null default 1)`)
  })
  afterAll(() => server.stop())
  const kept = async (id: string) => (await sql<Record<string, string | null>>`select * from test_sealed where person_id = ${id}`.execute(server.platform.db)).rows[0]

  test('stands in the database masked and sealed, is read masked, and opens for whoever asks for it, which is noted', async () => {
    const { personId } = (await actions.insertRow(runtime, action({ realName: '甄样本', idCard: '110101190001010014' }))) as { personId: string }
    const row = await kept(personId)
    expect(row?.['id_card']).toBe('110***********0014')
    expect(JSON.stringify(row)).not.toContain('110101190001010014')
    expect(await actions.readRow(runtime, action({ personId }))).toMatchObject({ idCard: '110***********0014' })
    expect(await actions.plainRow(runtime, action({ personId, fields: ['idCard'] }))).toEqual({ values: { idCard: '110101190001010014' } })
    expect(noted.at(-1)).toMatchObject({ verb: 'viewPlain', after: { fields: ['idCard'] } })
    expect(JSON.stringify(noted)).not.toContain('110101190001010014')
  })

  test('stays when a change does not send it, follows when it does, and the same number stands once', async () => {
    const { personId } = (await actions.insertRow(runtime, action({ realName: '贾设一', idCard: '11010119000202002X' }))) as { personId: string }
    const before = await kept(personId)
    await actions.updateRow(runtime, action({ personId, version: 1, tag: '新' }))
    expect((await kept(personId))?.['id_card_sealed']).toBe(before?.['id_card_sealed'])
    await actions.updateRow(runtime, action({ personId, version: 2, idCard: '110101190003030035' }))
    expect(await actions.plainRow(runtime, action({ personId, fields: ['idCard'] }))).toEqual({ values: { idCard: '110101190003030035' } })
    await expect(actions.insertRow(runtime, action({ realName: '重名', idCard: '110101190003030035' }))).rejects.toMatchObject({ constraint: 'test_sealed_unique' })
  })

  test('a key that is not the one of the data is refused at the start', async () => {
    await expect(checkDataKey(server.platform.db, encryptionOf(Buffer.alloc(32, 9)), 'other.key')).rejects.toThrow('other.key is not the key')
    await checkDataKey(server.platform.db, server.platform.encryption, 'data.key')
  })
})
