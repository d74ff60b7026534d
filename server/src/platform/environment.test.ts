import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentOf, VARIABLES } from './environment'

const root = join(__dirname, '../../..')
const pages = ['README.md', 'docs/operations.md', 'docs/deploying.md'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
// Node's own, which says development or production everywhere.
const OF_NODE = ['NODE_ENV']

test.each(VARIABLES.filter((name) => !OF_NODE.includes(name)))('%s is told of to those who run the console', (name) => {
  // `…_FILE` of a secret is told of once for all of them.
  expect(pages).toMatch(new RegExp(`\\b${name.replace(/_FILE$/, '(_FILE)?')}\\b`))
})

test('a variable that is not known is left out', () => {
  expect(environmentOf({ PORT: '8080', HOME: '/root' })).toMatchObject({ PORT: '8080' })
  expect(environmentOf({ HOME: '/root' })).not.toHaveProperty('HOME')
})
