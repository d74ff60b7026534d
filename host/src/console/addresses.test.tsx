import { BrowserRouter, useLocation, useNavigate } from '@assoc/router'
import { createRoot } from 'react-dom/client'

const { IS_REACT_ACT_ENVIRONMENT: before } = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
const actEnvironment = (on: boolean | undefined) => void ((globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = on)
beforeAll(() => actEnvironment(false))
afterAll(() => actEnvironment(before))

test('of two addresses in quick succession both are drawn: the first one is not passed over', async () => {
  const drawn: string[] = []
  function Page() {
    const { pathname, search } = useLocation()
    const navigate = useNavigate()
    drawn.push(pathname + search)
    return (
      <>
        <button id="search" onClick={() => navigate({ search: '?keyword=zhen' }, { replace: true })}>
          查询
        </button>
        <button id="leave" onClick={() => navigate('/other')}>
          离开
        </button>
      </>
    )
  }
  window.history.replaceState(null, '', '/list')
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  )
  await until(() => place.querySelector('#search') !== null)
  for (const id of ['search', 'leave']) {
    place.querySelector<HTMLButtonElement>(`#${id}`)?.click()
    // Between two presses the page has its microtasks, and nothing more.
    await Promise.resolve()
  }
  await until(() => drawn.includes('/other'))
  expect(drawn).toEqual(['/list', '/list?keyword=zhen', '/other'])
  root.unmount()
})

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5))
}
