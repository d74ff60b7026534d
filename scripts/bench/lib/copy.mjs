import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { at } from '../../lib/root.mjs'

const FOLDERS = ['host', 'remotes', 'shared', 'server', 'scripts', 'e2e']
const FILES = ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', 'jest.config.mjs', 'tsconfig.base.json', 'tsconfig.browser.json', 'tsconfig.server.json']
const LEFT_OUT = new Set(['dist', '.cache'])

/**
 * Copies the source of the repository into a new scratch folder, so that something may be changed or built there. The installed
 * packages are shared with the original. Answers the folder.
 */
export function copyRepository(prefix) {
  const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), prefix)))
  fs.chmodSync(scratch, 0o711)
  for (const file of FILES) fs.copyFileSync(at(file), path.join(scratch, file))
  for (const folder of FOLDERS) {
    // Links stay links: a package's node_modules must lead to the copy's shared folder, not to the original's.
    fs.cpSync(at(folder), path.join(scratch, folder), { recursive: true, verbatimSymlinks: true, filter: (source) => !LEFT_OUT.has(path.basename(source)) })
  }
  fs.symlinkSync(at('node_modules'), path.join(scratch, 'node_modules'))
  return scratch
}
