import { viewParts } from '../../lib/parts'

/** The log of reminders, and the rules by which they go out by themselves. */
export const { Switch: Parts, Shown } = viewParts<'log' | 'rules'>({
  label: '催缴记录或自动提醒',
  options: [
    { value: 'log', label: '催缴记录' },
    { value: 'rules', label: '自动提醒' },
  ],
})
