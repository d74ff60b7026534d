import { permits } from '../core/permit'

export const __area__ = permits('__area__', '__title__', {
})
