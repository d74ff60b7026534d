import '@testing-library/jest-dom'
import { invoiceApply } from '@assoc/contract/invoice/apply'
import { contact } from '@assoc/contract/member/contact'
import { lookupOf } from '@assoc/contract'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { screen } from '@testing-library/react'
import { renderUi } from '../../testing'
import { RecordFields } from './RecordFields'
import { RecordHead } from './RecordHead'

const row = { contactId: '1', companyId: '7', companyName: '子虚股份', name: '甄样', postType: 'secretary', postName: '董秘', contactStatus: 'serving', startDate: '2026-01-02', version: 1, abilities: [] }
const resource = { ...contact, definition: { ...contact.definition, facts: ['postName'] } } as typeof contact

test('the name of a record stands as a link to it for who may read such records, at its field and at the head', async () => {
  signedInAs(['member:contact:read', 'member:company:read'])
  renderUi(
    <>
      <RecordHead resource={contact} row={row} actions={[]} />
      <RecordFields resource={resource} row={row} fields={['companyName', 'startDate']} without={[]} columns={1} />
    </>,
  )
  const links = await screen.findAllByRole('link', { name: '子虚股份' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('/go/member/CompanyList?record=7'))
})

test('who may not read them sees the name alone', async () => {
  signedInAs(['member:contact:read'])
  renderUi(<RecordHead resource={contact} row={row} actions={[]} />)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getByText('子虚股份')).toBeInTheDocument()
  expect(screen.queryByRole('link')).toBeNull()
})

test('a field of several ids shows the names of its records, not their numbers', async () => {
  const server = fakeServer()
  const { payIds } = invoiceApply.definition.fields
  const lookup = lookupOf(payIds as never)
  const read = await lookup?.read?.()
  if (!lookup || !read) throw new Error('payments cannot be chosen')
  server.on(read, (input) => ({ [lookup.id]: (input as Record<string, string>)[lookup.id], payNo: `JF${(input as Record<string, string>)[lookup.id]}`, amount: 100, version: 1, abilities: [] }))
  signedInAs(read.access.kind === 'permit' ? [read.access.code] : [])
  renderUi(<RecordFields resource={invoiceApply} row={{ applyId: '1', payIds: ['7', '8'], version: 1, abilities: [] }} fields={['payIds']} without={[]} columns={1} />)
  expect(await screen.findByText(/JF7/)).toBeInTheDocument()
  expect(await screen.findByText(/JF8/)).toBeInTheDocument()
  server.restore()
})
