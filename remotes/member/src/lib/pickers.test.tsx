import { selectCompany } from '@assoc/contract/member/company'
import { contact } from '@assoc/contract/member/contact'
import { fakeServer } from '@assoc/http/testing'
import { Form, type FormInstance } from '@assoc/ui/data'
import { renderUi } from '@assoc/ui/testing'
import { act, configure, screen } from '@testing-library/react'
import { createRef, type ReactNode } from 'react'
import { companyField, contactField } from './pickers'

configure({ defaultHidden: true })

const person = (contactId: string, name: string) => ({ contactId, name, postType: 'secretary' })
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(selectCompany, ({ companyId }) => ({ companyId, shortName: `子虚${companyId}`, stockCode: '605998', companyName: '北京子虚股份有限公司' }) as never)
  server.on(contact.list, ({ companyId }) => ({ items: companyId === '1' ? [person('11', '甄在任')] : [person('21', '贾别处')], total: 1 }) as never)
  server.on(contact.read, ({ contactId }) => person(contactId, '吴离任') as never)
})
afterEach(() => server.restore())

const renderOf = (field: { render?: ReactNode }) => field.render
/** Draws a form with both fields; answers the form. */
function draw(initial: object): FormInstance {
  const form = createRef<FormInstance>()
  renderUi(
    <Form ref={form} initialValues={initial}>
      <Form.Item name="companyId">{renderOf(companyField as never)}</Form.Item>
      <Form.Item name="representativeId">{renderOf(contactField as never)}</Form.Item>
    </Form>,
  )
  if (!form.current) throw new Error('no form')
  return form.current
}
const settle = () => act(() => new Promise((r) => setTimeout(r, 50)))

test('what stands in the form has its name, also somebody who no longer serves', async () => {
  const form = draw({ companyId: '1', representativeId: '99' })
  expect(await screen.findByText('子虚1 · 605998 · 北京子虚股份有限公司')).toBeInTheDocument()
  expect(await screen.findByText('吴离任 · 董事会秘书')).toBeInTheDocument()
  expect(form.getFieldValue('representativeId')).toBe('99')
})

test('with another company its person is not kept; a company that comes from a draft gets its name', async () => {
  const form = draw({ companyId: '1', representativeId: '11' })
  await screen.findByText('甄在任 · 董事会秘书')
  act(() => form.setFieldsValue({ companyId: '2' }))
  expect(await screen.findByText('子虚2 · 605998 · 北京子虚股份有限公司')).toBeInTheDocument()
  await settle()
  expect(form.getFieldValue('representativeId')).toBeNull()
})
