import { CODE } from '@assoc/contract'
import { ApiError } from '@assoc/http'
import { tellLost, toasts } from '.'

test('a lost connection is told; what the server refused has been told by the call', () => {
  tellLost(new ApiError(CODE.inUse, '不能这样做', null))
  expect(toasts.current).toBeNull()
  tellLost(new Error('Network Error'))
  expect(toasts.current).toMatchObject({ kind: 'error', text: '网络连接失败，请重试' })
})
