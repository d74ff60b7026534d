import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { allResources } from '../all'
import { metaOf, shapeOf } from './fields'

const labelled = (resource: (typeof allResources)[number], field: string): boolean => {
  const schema = shapeOf(resource.row)?.[field]
  return schema !== undefined && metaOf(schema).label !== undefined && metaOf(schema).ref === undefined
}
/** What the head says is said again nowhere: a field with a mask and the way to its plain text, or with files, stands below. */
const plain = (resource: (typeof allResources)[number], field: string): boolean => {
  const meta = metaOf(shapeOf(resource.row)?.[field] as never)
  return meta.personal === undefined && meta.files === undefined
}
const byName = allResources.map((r) => [r.definition.name, r] as const)

/** Recipients of a message are a part of it, questions a part of their course; a user group has nothing but a name and its people; a notice leads to what it is about, and a session is told whole in its list: they have no page. */
const WITHOUT_PAGE = ['smsRecipient', 'mailRecipient', 'notice', 'onlineSession', 'usergroup', 'examQuestion']

test.each(byName.filter(([name]) => !WITHOUT_PAGE.includes(name)))('%s has three to five facts, each a labelled field that is no id', (_name, resource) => {
  const { facts = [], status } = resource.definition
  expect(facts.length).toBeGreaterThanOrEqual(3)
  expect(facts.length).toBeLessThanOrEqual(5)
  expect(new Set(facts).size).toBe(facts.length)
  expect(facts.filter((field) => !labelled(resource, field) || !plain(resource, field))).toEqual([])
  // The head shows the status beside them.
  expect(facts).not.toContain(status?.field)
})

test.each(byName)('%s puts a field into one group at most, and only such as are shown', (_name, resource) => {
  const grouped = Object.values(resource.definition.groups ?? {}).flat()
  expect(new Set(grouped).size).toBe(grouped.length)
  const { told = [] } = resource.definition
  expect([...grouped, ...told].filter((field) => !labelled(resource, field))).toEqual([])
})

test('each view of a resource is a view of a remote', () => {
  const remotes = join(__dirname, '../../../../remotes')
  const views = readdirSync(remotes).flatMap((remote) => readdirSync(join(remotes, remote, 'src/views')).map((view) => `${remote}/${view}`))
  const named = allResources.flatMap(({ definition }) => (definition.view ? [definition.view] : []))
  expect(named.filter((view) => !views.includes(view))).toEqual([])
})
