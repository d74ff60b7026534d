import '@testing-library/jest-dom'
import { listStatus } from '@assoc/contract/member/company'
import { act, render } from '@testing-library/react'
import { appearance } from '../theme/appearance'
import { toneColours } from '../theme/tokens'
import { StatusTag } from './status-tag'

const tag = (container: HTMLElement) => container.querySelector<HTMLElement>('.ant-tag') as HTMLElement
/** Text of a colour as the browser writes it. */
const css = (colour: string) => Object.assign(document.createElement('i').style, { color: colour }).color

afterEach(() => act(() => appearance.apply({ theme: 'light' })))

test.each([
  ['normal', '正常上市', 'green'],
  ['warned', '风险警示', 'amber'],
  ['delisting', '退市整理', 'red'],
  ['unlisted', '未上市', 'grey'],
] as const)('%s is shown as %s with an icon, in %s', (value, label, tone) => {
  const { container } = render(<StatusTag of={listStatus} value={value} />)
  expect(container).toHaveTextContent(label)
  expect(container.querySelector('svg')).not.toBeNull()
  expect([tag(container).style.color, tag(container).style.background]).toEqual(toneColours.light[tone].map(css))
})

test('statuses of different tones have different icons, so that colour is never the only cue', () => {
  const icons = (['normal', 'warned', 'delisting', 'suspended', 'unlisted'] as const).map((value) => {
    const { container } = render(<StatusTag of={listStatus} value={value} />)
    return container.querySelector('[aria-label]')?.getAttribute('aria-label')
  })
  expect(new Set(icons).size).toBe(icons.length)
})

test('colours follow the theme', () => {
  const { container } = render(<StatusTag of={listStatus} value="normal" />)
  act(() => appearance.apply({ theme: 'dark' }))
  expect(tag(container).style.color).toBe(css(toneColours.dark.green[0]))
})

test('no status is a dash; one that the contract does not know is shown as it is, in grey', () => {
  for (const value of [null, undefined, '']) expect(render(<StatusTag of={listStatus} value={value} />).container).toHaveTextContent('—')
  const { container } = render(<StatusTag of={listStatus} value="novel" />)
  expect(container).toHaveTextContent('novel')
  expect(tag(container).style.color).toBe(css(toneColours.light.grey[0]))
})
