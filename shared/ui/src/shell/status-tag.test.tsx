import '@testing-library/jest-dom'
import { listStatus } from '@assoc/contract/member/company'
import { render } from '@testing-library/react'
import { toneColours } from '../theme/tokens'
import { StatusTag } from './status-tag'

const tag = (container: HTMLElement) => container.querySelector<HTMLElement>('[data-tone]') as HTMLElement
const sheet = () => document.querySelector('style[data-id=status-tag]')?.textContent ?? ''

test.each([
  ['normal', '正常上市', 'green'],
  ['warned', '风险警示', 'amber'],
  ['delisting', '退市整理', 'red'],
  ['unlisted', '未上市', 'grey'],
] as const)('%s is shown as %s with an icon, in %s', (value, label, tone) => {
  const { container } = render(<StatusTag of={listStatus} value={value} />)
  expect(container).toHaveTextContent(label)
  expect(container.querySelector('svg')).not.toBeNull()
  expect(tag(container).dataset['tone']).toBe(tone)
  expect(sheet()).toContain(`[data-tone=${tone}]{color:var(--tone-${tone});background:var(--ground-${tone})}`)
})

test('statuses of different tones have different icons, so that colour is never the only cue', () => {
  const icons = (['normal', 'warned', 'delisting', 'suspended', 'unlisted'] as const).map((value) => {
    const { container } = render(<StatusTag of={listStatus} value={value} />)
    return container.querySelector('path')?.getAttribute('d')
  })
  expect(new Set(icons).size).toBe(icons.length)
})

test('the sheet has the colours of both themes, so that no tag is drawn again for another one', () => {
  render(<StatusTag of={listStatus} value="normal" />)
  const [light = '', dark = ''] = sheet().split(':root[data-theme=dark]')
  expect(light).toContain(`--tone-green:${toneColours.light.green[0]};--ground-green:${toneColours.light.green[1]}`)
  expect(dark).toContain(`--tone-green:${toneColours.dark.green[0]};--ground-green:${toneColours.dark.green[1]}`)
})

test('no status is a dash; one that the contract does not know is shown as it is, in grey', () => {
  for (const value of [null, undefined, '']) expect(render(<StatusTag of={listStatus} value={value} />).container).toHaveTextContent('—')
  const { container } = render(<StatusTag of={listStatus} value="novel" />)
  expect(container).toHaveTextContent('novel')
  expect(tag(container).dataset['tone']).toBe('grey')
})
