import { TextDecoder, TextEncoder } from 'node:util'

// What jsdom lacks and antd, axios or our own code ask for at once.

globalThis.TextEncoder ??= TextEncoder
globalThis.TextDecoder ??= TextDecoder

window.matchMedia ??= (media) => ({
  media,
  matches: false,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
})

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
window.ResizeObserver ??= Observer
window.IntersectionObserver ??= Observer

window.scrollTo = () => {}
Element.prototype.scrollIntoView ??= () => {}

// jsdom prints a page of "not implemented" for styles of pseudo elements, which antd asks for to measure scroll bars.
const { getComputedStyle } = window
window.getComputedStyle = (element) => getComputedStyle.call(window, element)
