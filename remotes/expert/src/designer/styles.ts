import { injectStyle, theme } from '@assoc/ui'
import type { CSSProperties } from 'react'

const css = `
.fd{display:grid;grid-template:48px minmax(0,1fr) auto/minmax(220px,272px) minmax(0,1fr) minmax(280px,344px);height:calc(100vh - var(--fd-above,0px) - 16px);min-height:480px;background:var(--fd-paper);color:var(--fd-text)}
.fd-bar{grid-column:1/-1;display:flex;align-items:center;gap:8px;padding:0 16px;background:var(--fd-ground);border-bottom:1px solid var(--fd-line);min-width:0}
.fd-bar h1{flex:1 1 auto;min-width:0;margin:0;font-size:15px;line-height:24px}
.fd-bar h1 .ant-input{font-size:15px;font-weight:600;max-width:420px}
.fd-side{display:flex;flex-direction:column;min-height:0;background:var(--fd-ground);border-right:1px solid var(--fd-line)}
.fd-right{border-right:0;border-left:1px solid var(--fd-line)}
.fd-part{display:flex;align-items:center;justify-content:space-between;gap:8px;min-height:36px;padding:0 12px;border-bottom:1px solid var(--fd-line);font-weight:600;color:var(--fd-second)}
.fd-scroll{flex:1 1 auto;min-height:0;overflow:auto;outline:none}
.fd-scroll:focus-visible{box-shadow:inset 0 0 0 2px var(--fd-focus)}
.fd-node{display:flex;align-items:center;gap:6px;height:30px;padding:0 8px 0 calc(8px + var(--fd-depth)*14px);cursor:pointer;user-select:none;white-space:nowrap;border-left:3px solid transparent}
.fd-node:hover{background:var(--fd-hover)}
.fd-node[aria-selected=true]{background:var(--fd-active)}
.fd-node[data-at=true]{border-left-color:var(--fd-focus)}
.fd-node[data-kind=page]{font-weight:600}
.fd-node[data-kind=section]{color:var(--fd-second);font-weight:600}
.fd-label{flex:1 1 auto;min-width:0;overflow:hidden;text-overflow:ellipsis}
.fd-node small{flex:none;font-size:12px;color:var(--fd-third)}
.fd-node[data-off=true] .fd-label{text-decoration:line-through;color:var(--fd-third)}
.fd-fold{flex:none;width:16px;text-align:center;color:var(--fd-third);cursor:pointer;font-size:10px}
.fd-dot{flex:none;width:16px;color:var(--fd-error);font-size:12px;text-align:center}
.fd-dot[data-mild=true]{color:var(--fd-warning)}
.fd-bank{display:grid;grid-template-columns:1fr 1fr 1fr;gap:4px;padding:8px 8px 10px;border-top:1px solid var(--fd-line)}
.fd-bank button{display:block;padding:1px 6px;border:1px solid var(--fd-line);border-radius:4px;background:var(--fd-ground);color:var(--fd-text);font:inherit;font-size:12px;line-height:20px;text-align:left;cursor:pointer;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.fd-bank button:hover{border-color:var(--fd-strong);background:var(--fd-hover)}
.fd-bank button:focus-visible,.fd-jump:focus-visible{outline:2px solid var(--fd-focus);outline-offset:1px}
.fd-canvas{padding:0 24px}
.fd-sheet{max-width:880px;margin:0 auto;padding:16px 0 48px}
.fd-page{padding:20px 16px 6px;font-size:18px;font-weight:600;border-left:3px solid transparent}
.fd-section{padding:14px 16px 6px;font-size:15px;font-weight:600;border-left:3px solid transparent;color:var(--fd-second)}
.fd-page[aria-selected=true],.fd-section[aria-selected=true]{background:var(--fd-active)}
.fd-page[data-at=true],.fd-section[data-at=true]{border-left-color:var(--fd-focus)}
.fd-empty{color:var(--fd-third);font-weight:400}
.fd-line{display:grid;grid-template-columns:repeat(var(--fd-columns),minmax(0,1fr))}
.fd-face{min-width:0;padding:10px 16px 12px;background:var(--fd-ground);border:1px solid var(--fd-line);margin:-1px 0 0 -1px;border-left-width:3px;border-left-color:var(--fd-line);cursor:pointer}
.fd-face:hover{background:var(--fd-hover)}
.fd-face[aria-selected=true]{background:var(--fd-active)}
.fd-face[data-at=true]{border-left-color:var(--fd-focus)}
.fd-face[data-off=true]{opacity:.6}
.fd-ask{display:flex;gap:6px;align-items:baseline;font-weight:600;overflow-wrap:anywhere}
.fd-must{color:var(--fd-error)}
.fd-tell{margin-top:2px;font-size:12px;line-height:20px;color:var(--fd-third);white-space:pre-wrap;overflow-wrap:anywhere}
.fd-when{display:inline-block;margin-top:6px;padding:0 6px;border-radius:3px;background:var(--fd-info-ground);color:var(--fd-info);font-size:12px;line-height:20px;overflow-wrap:anywhere}
.fd-when+.fd-when{margin-left:6px}
.fd-box{display:flex;align-items:center;justify-content:space-between;gap:8px;margin-top:6px;max-width:420px;min-height:30px;padding:3px 10px;border:1px solid var(--fd-input);border-radius:4px;background:var(--fd-ground);color:var(--fd-third)}
.fd-box[data-tall=true]{min-height:64px;align-items:flex-start;max-width:none}
.fd-box>span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.fd-box[data-told=true]{border-style:dashed;background:var(--fd-alter)}
.fd-options{display:flex;flex-wrap:wrap;gap:4px 20px;margin:6px 0 0;padding:0;list-style:none}
.fd-options li::before{content:"";display:inline-block;width:12px;height:12px;margin-right:6px;vertical-align:-1px;border:1px solid var(--fd-input);background:var(--fd-ground)}
.fd-options[data-round=true] li::before{border-radius:50%}
.fd-grid{margin-top:6px;border-collapse:collapse;max-width:100%}
.fd-grid th,.fd-grid td{padding:3px 10px;border:1px solid var(--fd-line);font-weight:400;font-size:12px;line-height:20px;text-align:left}
.fd-grid thead th{background:var(--fd-alter);color:var(--fd-second);font-weight:600}
.fd-add{display:inline-block;margin:8px 0 0 16px;padding:2px 10px;border:1px dashed var(--fd-strong);border-radius:4px;background:none;color:var(--fd-second);font:inherit;font-size:12px;line-height:20px;cursor:pointer}
.fd-props{padding:12px;display:flex;flex-direction:column;gap:12px}
.fd-field>label,.fd-group>.fd-name{display:block;margin-bottom:3px;font-size:12px;line-height:20px;color:var(--fd-second)}
.fd-field[data-row=true]{display:flex;align-items:center;justify-content:space-between}
.fd-field[data-row=true]>label{margin:0}
.fd-fault{margin-top:3px;font-size:12px;line-height:20px;color:var(--fd-error)}
.fd-hint{margin-top:3px;font-size:12px;line-height:20px;color:var(--fd-third)}
.fd-two{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:8px}
.fd-group{padding-top:12px;border-top:1px solid var(--fd-line);display:flex;flex-direction:column;gap:8px}
.fd-option{display:grid;grid-template-columns:minmax(0,1fr) auto auto;gap:4px;align-items:center}
.fd-option[data-points=true]{grid-template-columns:minmax(0,1fr) 64px auto auto}
.fd-clause{display:grid;grid-template-columns:minmax(0,1fr) 104px;gap:4px;padding:6px;border:1px solid var(--fd-line);border-radius:4px;background:var(--fd-alter)}
.fd-clause>.fd-with{grid-column:1/-1;display:flex;gap:4px}
.fd-formula textarea{font-family:var(--fd-code);font-size:13px}
.fd-wrong{margin-top:4px;padding:4px 8px;border-left:3px solid var(--fd-error);background:var(--fd-error-ground);font-size:12px;line-height:20px;overflow-wrap:anywhere}
.fd-wrong code{font-family:var(--fd-code)}
.fd-wrong mark{background:none;color:var(--fd-error);font-weight:600;text-decoration:underline wavy;text-underline-offset:3px}
.fd-problems{grid-column:1/-1;background:var(--fd-ground);border-top:1px solid var(--fd-line)}
.fd-problems>.fd-part{min-height:32px}
.fd-problems .fd-scroll{height:132px}
.fd-jump{display:flex;gap:8px;width:100%;height:28px;align-items:center;padding:0 16px;border:0;background:none;color:var(--fd-text);font:inherit;text-align:left;cursor:pointer;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.fd-jump:hover{background:var(--fd-hover)}
.fd-jump>span:first-child{flex:none;width:40px;font-size:12px;color:var(--fd-error)}
.fd-jump>span[data-mild=true]:first-child{color:var(--fd-warning)}
.fd-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.fd-state{flex:none;font-size:12px;color:var(--fd-third);white-space:nowrap}
.fd-state[data-tone=bad]{color:var(--fd-error)}
.fd-state[data-tone=busy]{color:var(--fd-info)}
.fd-commands{max-height:360px;overflow:auto;margin:8px 0 0;padding:0;list-style:none}
.fd-commands>div{display:flex;justify-content:space-between;gap:12px;padding:5px 10px;border-radius:4px;cursor:pointer}
.fd-commands>div[aria-selected=true]{background:var(--fd-active)}
.fd-commands kbd,.fd-keys kbd{font-family:inherit;font-size:12px;color:var(--fd-third)}
.fd-sides{display:grid;grid-template-columns:1fr 1fr;gap:8px;margin-top:4px}
.fd-sides>div{padding:6px 10px;border:1px solid var(--fd-line);border-radius:4px;overflow-wrap:anywhere;white-space:pre-wrap;max-height:160px;overflow:auto}
.fd-list{margin:0;padding-inline-start:18px}
[data-drop]{position:relative}
[data-drop]::after{content:"";position:absolute;z-index:3;left:0;right:0;height:2px;background:var(--fd-focus);pointer-events:none}
[data-drop=top]::after{top:-1px}
[data-drop=bottom]::after{bottom:-1px}
[data-drop=left]::after,[data-drop=right]::after{top:0;bottom:0;right:auto;width:2px;height:auto}
[data-drop=left]::after{left:-1px}
[data-drop=right]::after{left:auto;right:-1px}
[data-drop=in]::after{display:none}
.ft td[data-drop=in]{box-shadow:inset 0 0 0 2px var(--fd-focus)}
.ft th[data-line]{cursor:pointer;user-select:none}
.fd-bank button{cursor:grab}
.ft-wrap{flex:1 1 auto;min-height:0;overflow:auto;padding:16px 24px 48px}
.ft{border-collapse:collapse;table-layout:fixed;background:var(--fd-ground);outline:none}
.ft th{position:sticky;z-index:2;background:var(--fd-alter);color:var(--fd-second);font-size:12px;font-weight:400;border:1px solid var(--fd-line);text-align:center;padding:0}
.ft thead th{top:-16px;height:24px}
.ft tbody th{left:-24px;width:56px;white-space:nowrap}
.ft td{border:1px solid var(--fd-strong);padding:2px 6px;vertical-align:middle;cursor:cell;overflow:hidden;overflow-wrap:anywhere;line-height:20px;white-space:pre-wrap}
.ft td[data-chosen=true]{background:var(--fd-active)}
.ft td[data-at=true]{box-shadow:inset 0 0 0 2px var(--fd-focus)}
.ft td[data-bare=true]{border-style:dashed;border-color:var(--fd-line)}
.ft-key{display:inline-block;max-width:100%;padding:0 6px;border-radius:3px;background:var(--fd-info-ground);color:var(--fd-info);font-size:12px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:middle}
.ft td textarea{width:100%;border:0;padding:0;font:inherit;color:inherit;background:none;resize:none;outline:none}
.ft:focus-visible{outline:2px solid var(--fd-focus);outline-offset:2px}
.fp{min-height:calc(100vh - 80px);background:var(--fd-paper);color:var(--fd-text)}
.fp-bar{position:sticky;top:0;z-index:5;display:flex;flex-wrap:wrap;align-items:center;gap:12px;padding:8px 16px;background:var(--fd-ground);border-bottom:1px solid var(--fd-line)}
.fp-frame{margin:16px auto;background:var(--fd-ground);border:1px solid var(--fd-line);overflow:auto}
@media print{.fp-bar{display:none}.fp-frame{margin:0;border:0;width:auto!important}}
@media (min-width:1800px){.fd{grid-template-columns:320px minmax(0,1fr) 400px}.fd-sheet{max-width:1040px}}
@media (max-width:1100px){.fd{grid-template-columns:220px minmax(0,1fr) 280px}.fd-canvas{padding:0 12px}}
`

/** Colours of the designer: names of the theme's tokens, so both themes and every setting of a person hold here too. */
export function useDesignerStyle(): CSSProperties {
  injectStyle('form-designer', css)
  const { token } = theme.useToken()
  return {
    '--fd-text': token.colorText,
    '--fd-second': token.colorTextSecondary,
    '--fd-third': token.colorTextTertiary,
    '--fd-paper': token.colorBgLayout,
    '--fd-ground': token.colorBgContainer,
    '--fd-alter': token.colorFillAlter,
    '--fd-line': token.colorBorderSecondary,
    '--fd-strong': token.colorBorder,
    '--fd-input': token.colorTextTertiary,
    '--fd-hover': token.controlItemBgHover,
    '--fd-active': token.controlItemBgActive,
    '--fd-focus': token.colorInfo,
    '--fd-info': token.colorInfoText,
    '--fd-info-ground': token.colorInfoBg,
    '--fd-error': token.colorErrorText,
    '--fd-error-ground': token.colorErrorBg,
    '--fd-warning': token.colorWarningText,
    '--fd-code': token.fontFamilyCode,
  } as CSSProperties
}
