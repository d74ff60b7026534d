import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { homeForCaches } from './install.mjs'
import { at } from './root.mjs'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'home-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('who has a home keeps the caches there', () => {
  expect(homeForCaches(folder)).toEqual({})
})

test('who has none, or a closed one, gets a place in the repository', () => {
  const place = { HOME: at('.cache/home'), npm_config_cache: `${at('.cache/home')}/.npm` }
  expect(homeForCaches(path.join(folder, 'nobody'))).toEqual(place)
  expect(fs.statSync(place.HOME).isDirectory()).toBe(true)
  const closed = path.join(folder, 'closed')
  fs.mkdirSync(closed, { mode: 0o500 })
  // Root writes to what is closed for others.
  expect(homeForCaches(closed)).toEqual(process.getuid?.() === 0 ? {} : place)
})
