import { injectStyle } from '@assoc/ui'
import type { CSSProperties } from 'react'

/** Height of a room's row and width of its name, px. */
export const ROW_HEIGHT = 60

const css = `
.rg{overflow-x:auto;border:1px solid var(--rg-line);border-radius:6px;background:var(--rg-ground)}
.rg-row{position:relative;display:grid;grid-template-columns:184px repeat(var(--rg-slots),minmax(28px,1fr));min-width:calc(184px + var(--rg-slots)*28px);height:${ROW_HEIGHT}px}
.rg-row+.rg-row{border-top:1px solid var(--rg-line)}
.rg-head{height:32px;background:var(--rg-alter);border-bottom:1px solid var(--rg-line);color:var(--rg-second);font-size:12px;line-height:32px}
.rg-hour{position:relative;white-space:nowrap}
.rg-hour>span{position:absolute;left:4px}
.rg-unseen{width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.rg-corner,.rg-room{position:sticky;left:0;z-index:4;padding:0 12px;border-right:1px solid var(--rg-strong)}
.rg-corner{background:var(--rg-alter)}
.rg-room{display:flex;flex-direction:column;justify-content:center;background:var(--rg-ground);line-height:20px;min-width:0}
.rg-room>*{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.rg-room small{color:var(--rg-second);font-size:12px}
.rg-cell{border-left:1px solid var(--rg-line);touch-action:pan-y;outline:none}
.rg-cell[data-hour=true]{border-left-color:var(--rg-strong)}
.rg-room+.rg-cell{border-left:0}
.rg-cell[data-free=true]{cursor:cell}
.rg-cell[data-free=true]:hover{background:var(--rg-hover)}
.rg-cell[aria-selected=true]{background:var(--rg-active)}
.rg-cell:focus-visible{box-shadow:inset 0 0 0 2px var(--rg-focus)}
.rg-lane{position:absolute;left:184px;right:0;top:0;bottom:0;pointer-events:none}
.rg-lane>*{position:absolute;top:0;bottom:0;box-sizing:border-box}
.rg-closed{background:repeating-linear-gradient(135deg,var(--rg-hatch) 0 2px,var(--rg-alter) 2px 8px);display:flex;align-items:center;justify-content:center;color:var(--rg-second);font-size:12px}
.rg-past{background:var(--rg-alter);opacity:.55}
.rg-now{width:2px;margin-left:-1px;background:var(--rg-error);z-index:3}
.rg-now::before{content:"";position:absolute;left:-3px;top:0;width:8px;height:8px;border-radius:50%;background:var(--rg-error)}
.rg-block{z-index:2;margin:4px 1px;padding:3px 8px;border-radius:4px;overflow:hidden;border-left:3px solid currentColor;pointer-events:auto;font-size:12px;line-height:18px;user-select:none;cursor:pointer}
.rg-block>div{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.rg-block strong{font-weight:600}
.rg-block[data-short=true]{padding-inline:5px;line-height:15px}
.rg-block[data-short=true]>div:first-child{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;white-space:normal;overflow-wrap:anywhere}
.rg-block[data-pending=true]{border:1px dashed currentColor;border-left:3px solid currentColor}
.rg-block[data-own=true]{box-shadow:inset 0 0 0 1px currentColor}
.rg-block[data-movable=true]{cursor:grab;touch-action:none}
.rg-block[data-lifted=true]{opacity:.35}
.rg-edge{position:absolute;top:0;bottom:0;width:7px;cursor:ew-resize}
.rg-preview{z-index:3;margin:3px 0;padding:3px 8px;border-radius:4px;border:2px solid var(--rg-focus);background:var(--rg-active);color:var(--rg-text);font-size:12px;line-height:18px;white-space:nowrap;overflow:visible}
.rg-preview[data-clash=true]{border-color:var(--rg-error);background:var(--rg-error-ground);color:var(--rg-error)}
.rg-dragging,.rg-dragging *{cursor:grabbing!important}
.ws{display:grid;grid-template-columns:repeat(7,minmax(0,1fr));gap:8px}
.ws-day{display:flex;flex-direction:column;gap:6px;padding:8px 12px;text-align:left;border:1px solid var(--rg-line);border-radius:6px;background:var(--rg-ground);color:var(--rg-text);font:inherit;cursor:pointer}
.ws-day:hover{border-color:var(--rg-strong)}
.ws-day:focus-visible{outline:2px solid var(--rg-focus);outline-offset:1px}
.ws-day[aria-selected=true]{border-color:var(--rg-focus);background:var(--rg-active)}
.ws-day span{display:flex;justify-content:space-between;gap:4px;white-space:nowrap;overflow:hidden}
.ws-day small{color:var(--rg-second);font-size:12px}
.ws-bar{height:4px;border-radius:2px;background:var(--rg-line);overflow:hidden}
.ws-bar>i{display:block;height:100%;background:var(--rg-focus)}
.rg-legend{display:flex;gap:16px;flex-wrap:wrap;font-size:12px;color:var(--rg-second)}
.rg-legend span{display:inline-flex;align-items:center;gap:6px}
.rg-swatch{width:18px;height:12px;border-radius:3px;box-sizing:border-box}
@media print{.rg-no-print{display:none}}
`

interface Token {
  colorBorderSecondary: string
  colorBorder: string
  colorBgContainer: string
  colorFillAlter: string
  colorText: string
  colorTextTertiary: string
  controlItemBgHover: string
  controlItemBgActive: string
  colorInfo: string
  colorError: string
  colorErrorBg: string
}

/** Puts the grid's styles into the page and answers the theme's colours as its variables. */
export function gridStyle(token: Token, slots: number): CSSProperties {
  injectStyle('meeting-room-grid', css)
  return {
    '--rg-slots': slots,
    '--rg-line': token.colorBorderSecondary,
    '--rg-strong': token.colorBorder,
    '--rg-ground': token.colorBgContainer,
    '--rg-alter': token.colorFillAlter,
    '--rg-hatch': token.colorBorderSecondary,
    '--rg-text': token.colorText,
    '--rg-second': token.colorTextTertiary,
    '--rg-hover': token.controlItemBgHover,
    '--rg-active': token.controlItemBgActive,
    '--rg-focus': token.colorInfo,
    '--rg-error': token.colorError,
    '--rg-error-ground': token.colorErrorBg,
  } as CSSProperties
}
