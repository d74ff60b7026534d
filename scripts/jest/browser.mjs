import { TextDecoder, TextEncoder } from 'node:util'
import { deserialize, serialize } from 'node:v8'

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

// Node's own would keep the test process alive; antd and React only use it to come back a moment later.
class Channel {
  constructor() {
    this.port1 = { onmessage: null, postMessage: (data) => this.#send(this.port2, data), close() {}, start() {} }
    this.port2 = { onmessage: null, postMessage: (data) => this.#send(this.port1, data), close() {}, start() {} }
  }

  #send(port, data) {
    setTimeout(() => port.onmessage?.({ data }), 0)
  }
}
globalThis.MessageChannel ??= Channel
globalThis.structuredClone ??= (value) => deserialize(serialize(value))
