import type { Tone } from '@assoc/contract'
import { lightTokens, toneColours, weakToneColours } from '../theme/tokens'
import { injectStyle } from './styles'

const CIRCLE = 'M512 64C264.6 64 64 264.6 64 512s200.6 448 448 448 448-200.6 448-448S759.4 64 512 64zm0 820c-205.4 0-372-166.6-372-372s166.6-372 372-372 372 166.6 372 372-166.6 372-372 372z'
// The drawings of @ant-design/icons, as one path each: a component of theirs for every tag of every row costs more than the rest of the row.
const ICONS = {
  grey: `${CIRCLE}M696 480H328c-4.4 0-8 3.6-8 8v48c0 4.4 3.6 8 8 8h368c4.4 0 8-3.6 8-8v-48c0-4.4-3.6-8-8-8z`,
  amber: `${CIRCLE}M686.7 638.6L544.1 535.5V288c0-4.4-3.6-8-8-8H488c-4.4 0-8 3.6-8 8v275.4c0 2.6 1.2 5 3.3 6.5l165.4 120.6c3.6 2.6 8.6 1.8 11.2-1.7l28.6-39c2.6-3.7 1.8-8.7-1.8-11.2z`,
  blue: 'M168 504.2c1-43.7 10-86.1 26.9-126 17.3-41 42.1-77.7 73.7-109.4S337 212.3 378 195c42.4-17.9 87.4-27 133.9-27s91.5 9.1 133.8 27A341.5 341.5 0 01755 268.8c9.9 9.9 19.2 20.4 27.8 31.4l-60.2 47a8 8 0 003 14.1l175.7 43c5 1.2 9.9-2.6 9.9-7.7l.8-180.9c0-6.7-7.7-10.5-12.9-6.3l-56.4 44.1C765.8 155.1 646.2 92 511.8 92 282.7 92 96.3 275.6 92 503.8a8 8 0 008 8.2h60c4.4 0 7.9-3.5 8-7.8zm756 7.8h-60c-4.4 0-7.9 3.5-8 7.8-1 43.7-10 86.1-26.9 126-17.3 41-42.1 77.8-73.7 109.4A342.45 342.45 0 01512.1 856a342.24 342.24 0 01-243.2-100.8c-9.9-9.9-19.2-20.4-27.8-31.4l60.2-47a8 8 0 00-3-14.1l-175.7-43c-5-1.2-9.9 2.6-9.9 7.7l-.7 181c0 6.7 7.7 10.5 12.9 6.3l56.4-44.1C258.2 868.9 377.8 932 512.2 932c229.2 0 415.5-183.7 419.8-411.8a8 8 0 00-8-8.2z',
  green: `${CIRCLE}M699 353h-46.9c-10.2 0-19.9 4.9-25.9 13.3L469 584.3l-71.2-98.8c-6-8.3-15.6-13.3-25.9-13.3H325c-6.5 0-10.3 7.4-6.5 12.7l124.6 172.8a31.8 31.8 0 0051.7 0l210.6-292c3.9-5.3.1-12.7-6.4-12.7z`,
  red: `${CIRCLE}M464 688a48 48 0 1096 0 48 48 0 10-96 0zm24-112h48c4.4 0 8-3.6 8-8V296c0-4.4-3.6-8-8-8h-48c-4.4 0-8 3.6-8 8v272c0 4.4 3.6 8 8 8z`,
  violet: `${CIRCLE}M464 336a48 48 0 1096 0 48 48 0 10-96 0zm72 112h-48c-4.4 0-8 3.6-8 8v272c0 4.4 3.6 8 8 8h48c4.4 0 8-3.6 8-8V456c0-4.4-3.6-8-8-8z`,
  teal: 'M931.4 498.9L94.9 79.5c-3.4-1.7-7.3-2.1-11-1.2a15.99 15.99 0 00-11.7 19.3l86.2 352.2c1.3 5.3 5.2 9.6 10.4 11.3l147.7 50.7-147.6 50.7c-5.2 1.8-9.1 6-10.3 11.3L72.2 926.5c-.9 3.7-.5 7.6 1.2 10.9 3.9 7.9 13.5 11.1 21.5 7.2l836.5-417c3.1-1.5 5.6-4.1 7.2-7.1 3.9-8 .7-17.6-7.2-21.6zM170.8 826.3l50.3-205.6 295.2-101.3c2.3-.8 4.2-2.6 5-5 1.4-4.2-.8-8.7-5-10.2L221.1 403 171 198.2l628 314.9-628.2 313.2z',
} as const satisfies Record<Tone, string>

const tones = (of: Readonly<Record<string, readonly [string, string]>>) => Object.entries(of).map(([tone, [colour, ground]]) => `--tone-${tone}:${colour};--ground-${tone}:${ground}`).join(';')

// Both themes at once: a tag is not drawn again when the theme changes.
const css = `:root{${tones(toneColours.light)}}:root[data-theme=dark]{${tones(toneColours.dark)}}
:root[data-weak]{${tones(weakToneColours.light)}}:root[data-weak][data-theme=dark]{${tones(weakToneColours.dark)}}
.kit-tag{display:inline-flex;align-items:center;gap:4px;max-width:100%;padding-inline:8px;border-radius:${lightTokens.borderRadiusSM}px;font-size:.857em;line-height:1.667;white-space:nowrap;vertical-align:middle}
.kit-tag svg{flex:none;width:1em;height:1em;fill:currentColor}
${Object.keys(ICONS).map((tone) => `.kit-tag[data-tone=${tone}]{color:var(--tone-${tone});background:var(--ground-${tone})}`).join('\n')}`

interface Coloured {
  labels: Record<string, string>
  tones: Partial<Record<string, Tone>>
}

/** A status with its label, colour and icon, all from the contract's status machine or choice; colour is never the only cue. */
export function StatusTag({ of, value }: { of: Coloured; value: string | null | undefined }) {
  injectStyle('status-tag', css)
  if (!value) return <>—</>
  const tone = of.tones[value] ?? 'grey'
  return (
    <span className="kit-tag" data-tone={tone}>
      <svg viewBox="64 64 896 896" aria-hidden="true" focusable="false">
        <path d={ICONS[tone]} />
      </svg>
      {of.labels[value] ?? value}
    </span>
  )
}
