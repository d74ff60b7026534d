import encodeQR from 'qr'
import { decodeQR } from 'qr/decode.js'
import { onceEach, problemOfCamera } from './reader'

test('a code that is held before the camera is told once, and again when it comes back', () => {
  const told: string[] = []
  const note = onceEach((text) => told.push(text))
  for (let now = 0; now <= 10_000; now += 200) note(['one'], now)
  note(['one', 'two'], 10_100)
  expect(told).toEqual(['one', 'two'])
  note([], 12_000)
  note(['one'], 12_700)
  expect(told).toEqual(['one', 'two', 'one'])
})

test('a personal code of digits is read back from its picture, digit by digit', () => {
  const digits = `1${'0123456789'.repeat(18)}`.slice(0, 175)
  const modules = encodeQR(digits, 'raw', { border: 4, scale: 4 })
  const size = modules.length
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  modules.forEach((row, y) => row.forEach((dark, x) => dark && data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)))
  expect(decodeQR({ width: size, height: size, data })).toBe(digits)
})

test('each reason why a camera shows nothing is said with what to do', () => {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true })
  const said = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'Other'].map((name) => problemOfCamera({ name }))
  expect(new Set(said).size).toBe(4)
  for (const sentence of said) expect(sentence).toMatch(/重试.*扫码枪/)
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
  expect(problemOfCamera(null)).toContain('https')
})
