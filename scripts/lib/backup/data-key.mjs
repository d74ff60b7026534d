import { createHmac, hkdfSync } from 'node:crypto'
import fs from 'node:fs'
import { Problem } from '../problem.mjs'
import { connect } from './connect.mjs'

// The key that personal data is sealed with: a backup without it, or with another one, is worth nothing on the day it is needed.

const KEY_BYTES = 32

/** What the server writes into a database that it seals with this key (server/src/platform/encryption). */
export function markOf(key) {
  const blindIndexKey = Buffer.from(hkdfSync('sha256', key, '', 'personal data prints', KEY_BYTES))
  return createHmac('sha256', blindIndexKey).update('the key of this installation').digest('base64url')
}

/**
 * Answers the text of the data key in `file` once it is certain that it is the one that the database was sealed with; null for a
 * database that nothing was ever sealed in. Throws a `Problem` when it is missing, is none, or is another one.
 */
export async function readDataKey({ url, file }) {
  const mark = await markIn(url)
  if (mark === null) return null
  const remedy = 'name the file by DATA_KEY_FILE, as the console is told, or put the right key there'
  let text
  try {
    text = fs.readFileSync(file, 'utf8')
  } catch {
    throw new Problem(`The key of the sealed data is not at ${file}, and a backup without it could not be read: ${remedy}.`)
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new Problem(`${file} is no data key: ${remedy}.`)
  if (markOf(key) !== mark) throw new Problem(`${file} is not the key that the data of this console is sealed with, and a backup with it could not be read: ${remedy}.`)
  return text
}

async function markIn(url) {
  const client = await connect(url, 'association-console-backup')
  try {
    // Whether it is a console's database at all is said by who copies it.
    const { rows: [{ there }] } = await client.query("select to_regclass('public.installation') is not null as there")
    if (!there) return null
    const { rows } = await client.query("select value from public.installation where key = 'dataKey'")
    return rows[0]?.value ?? null
  } finally {
    await client.end().catch(() => {})
  }
}
