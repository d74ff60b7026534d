import '@testing-library/jest-dom'
import { queryUserCenterByUserId } from '@assoc/contract/rbac/own'
import { updateUserInfoOnCenter } from '@assoc/contract/rbac/sign-in'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Activity, useState } from 'react'
import PersonalCenter from './page'

const CENTER = {
  userId: '7', loginName: 'wenmishu', realName: '文秘书', mobile: null, email: null, typeId: 'staff', deptName: '秘书处', roleNames: ['普通员工'],
  lastLoginTime: null, mustChangePassword: false, watermark: '', version: 3,
}
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(queryUserCenterByUserId, () => ({ ...CENTER }))
  signedInAs([])
})
afterEach(() => server.restore())

let later = 0
const { now } = Date
beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => now() + later))
afterEach(() => jest.restoreAllMocks())

/** The tab that the console keeps while another one is in front. */
function Kept() {
  const [shown, setShown] = useState(true)
  return (
    <>
      <button onClick={() => setShown(!shown)}>换页</button>
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <PersonalCenter />
      </Activity>
    </>
  )
}
const reads = () => server.sent.filter((s) => s.path === queryUserCenterByUserId.path).length
/** Leaves the tab for so long that its answers are old, and comes back. */
async function awayAndBack() {
  const before = reads()
  fireEvent.click(screen.getByText('换页'))
  later += 2 * 60_000
  fireEvent.click(screen.getByText('换页'))
  await waitFor(() => expect(reads()).toBe(before + 1))
}
const name = () => screen.findByLabelText('姓名')

test('what is typed stays when the tab is left and shown again', async () => {
  renderUi(<Kept />)
  fireEvent.change(await name(), { target: { value: '文秘书长' } })
  await awayAndBack()
  expect(await name()).toHaveValue('文秘书长')
  expect(screen.queryByText('您的资料已在别处被修改')).not.toBeInTheDocument()
})

test('a record changed elsewhere is shown where nothing was typed, and told where something was', async () => {
  renderUi(<Kept />)
  await name()
  server.on(queryUserCenterByUserId, () => ({ ...CENTER, realName: '文改名', version: 4 }))
  await awayAndBack()
  await waitFor(async () => expect(await name()).toHaveValue('文改名'))
  fireEvent.change(await name(), { target: { value: '文输入' } })
  server.on(queryUserCenterByUserId, () => ({ ...CENTER, realName: '文又改', version: 5 }))
  await awayAndBack()
  expect(await screen.findByText('您的资料已在别处被修改')).toBeInTheDocument()
  expect(await name()).toHaveValue('文输入')
  fireEvent.click(screen.getByText('载入现有资料'))
  await waitFor(async () => expect(await name()).toHaveValue('文又改'))
})

test('what was saved is what the form stands on next', async () => {
  renderUi(<Kept />)
  fireEvent.change(await name(), { target: { value: '文新名' } })
  server.on(updateUserInfoOnCenter, () => ({}))
  server.on(queryUserCenterByUserId, () => ({ ...CENTER, realName: '文新名', version: 4 }))
  fireEvent.click(screen.getByText('保存资料'))
  expect(await screen.findByText('没有未保存的修改')).toBeInTheDocument()
  expect(server.sent.find((s) => s.path === updateUserInfoOnCenter.path)?.input).toMatchObject({ realName: '文新名', version: 3 })
  expect(screen.queryByText('您的资料已在别处被修改')).not.toBeInTheDocument()
})
