import { permits } from '../core/permit'

export const __area__ = permits('__area__', '__name__', {
  '__entity__:read': '查看__name__',
  '__entity__:update': '维护__name__',
})
