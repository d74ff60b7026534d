import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Makes the secrets that docker-compose.yml hands to containers as files: `node deploy/secrets.mjs [folder]`.

const DATABASE = (role, password) => `postgres://${role}:${password}@postgres:5432/association`

/**
 * Makes the secrets that are not there yet in a folder that only its owner can enter. The files themselves are readable for
 * all, because each container reads its own as a user of its own. Answers the names of those it made.
 */
export function makeSecrets(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const made = []
  const secret = (name, make) => {
    const file = join(folder, name)
    if (!existsSync(file)) {
      writeFileSync(file, make(), { mode: 0o444 })
      made.push(name)
    }
    return readFileSync(file, 'utf8')
  }
  const word = () => randomBytes(24).toString('base64url')
  const password = secret('postgres_password', word)
  // The owner of the tables migrates; the servers work as a role that owns nothing, which the first start makes.
  secret('database_owner_url', () => DATABASE('association', password.trim()))
  secret('database_url', () => DATABASE('association_console', word()))
  secret('admin_password', () => `${randomBytes(12).toString('base64url')}-Aa1`)
  secret('release_key', () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
  // What a provider of OpenID Connect gives for this console is put in by hand; empty without one.
  secret('oidc_client_secret', () => '')
  secret('s3_access_key', () => randomBytes(10).toString('hex'))
  secret('s3_secret_key', word)
  return made
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2] ?? '.data/secrets'
  const made = makeSecrets(folder)
  console.log(made.length > 0 ? `made in ${folder}: ${made.join(', ')}` : `all secrets are in ${folder} already`)
}
