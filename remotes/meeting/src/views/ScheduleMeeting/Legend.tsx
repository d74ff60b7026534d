import { reserveStatus } from '@assoc/contract/meeting/reservation'
import { appearance, toneColours } from '@assoc/ui'
import { observer } from 'mobx-react-lite'

const SHOWN = ['pending', 'reserved', 'inUse', 'finished'] as const

/** What the colours and lines of the grid mean. */
export const Legend = observer(function Legend() {
  const tones = toneColours[appearance.dark ? 'dark' : 'light']
  return (
    <div className="rg-legend" role="note" aria-label="图例">
      {SHOWN.map((status) => {
        const [colour, ground] = tones[reserveStatus.tones[status]]
        return (
          <span key={status}>
            <i className="rg-swatch" style={{ background: ground, border: `1px ${status === 'pending' ? 'dashed' : 'solid'} ${colour}`, borderLeft: `3px solid ${colour}` }} />
            {reserveStatus.labels[status]}
          </span>
        )
      })}
      <span>
        <i className="rg-swatch" style={{ boxShadow: `inset 0 0 0 1px ${tones.blue[0]}`, borderLeft: `3px solid ${tones.blue[0]}`, background: tones.blue[1] }} />
        加框为本人预约
      </span>
      <span>
        <i className="rg-swatch rg-closed" />
        未开放
      </span>
      <span>
        <i style={{ width: 2, height: 12, background: 'var(--rg-error)' }} />
        现在
      </span>
      <span className="rg-no-print">拖动空格预约，拖动本人的预约改时间；键盘：方向键移动，Shift+方向键选择，Enter 预约或打开，Delete 取消</span>
    </div>
  )
})
