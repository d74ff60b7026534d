import { darkComponents, darkTokens, lightComponents, lightTokens } from '../../theme/tokens'

const shared = (token: typeof lightTokens | typeof darkTokens, table: Record<string, string | number>) =>
  Object.entries({
    bg: token.colorBgContainer,
    faint: token.colorTextTertiary,
    primary: token.colorPrimary,
    link: token.colorLink,
    'link-hover': token.colorLinkHover,
    danger: token.colorError,
    'danger-hover': token.colorErrorHover,
    disabled: token.colorTextDisabled,
    head: table['headerBg'],
    'head-text': table['headerColor'],
    'head-split': table['headerSplitColor'] ?? table['borderColor'],
    line: table['borderColor'],
    hover: table['rowHoverBg'],
    selected: table['rowSelectedBg'],
    'selected-hover': table['rowSelectedHoverBg'],
  })
    .map(([name, value]) => `--k-${name}:${value}`)
    .join(';')

const tableOf = (components: typeof lightComponents) => components.Table as Record<string, string | number>

// Both themes at once: nothing of a table is drawn again when the theme changes.
const COLOURS = `:root{${shared(lightTokens, tableOf(lightComponents))}}:root[data-theme=dark]{${shared(darkTokens, tableOf(darkComponents))}}`

/** Padding of a cell, in px from above and from the side, by density. */
const { cellPaddingBlockMD, cellPaddingInlineMD, cellPaddingBlockSM } = tableOf(lightComponents)
export const PADDING = { small: `${cellPaddingBlockSM}px 8px`, middle: `${cellPaddingBlockMD}px ${cellPaddingInlineMD}px`, large: '16px' } as const

// A page with a padding says by --k-top and --k-bottom how far its edges are.
// Layers: pinned cells over the others, the head over both. Head and body are two tables of the same columns, so that the head can stay
// at the top of the page while the body is moved sideways; the bar stays at the bottom of the page for as long as the table is longer.
export const TABLE_CSS = `${COLOURS}
.kit-print-head{display:none}
.kit-table,.kit-wait{position:relative}
.kit-wait[aria-busy=true]>.kit-table{opacity:.5;pointer-events:none}
.kit-spin{position:absolute;inset-block-start:120px;inset-inline:0;margin-inline:auto;z-index:4}
.kit-table table{table-layout:fixed;border-collapse:separate;border-spacing:0;min-width:100%}
.kit-head{position:sticky;top:var(--k-top,0);z-index:3;overflow:hidden;background:var(--k-head);border-radius:4px 4px 0 0}
.kit-body{overflow-x:auto;overflow-y:hidden;scrollbar-width:none}
.kit-body::-webkit-scrollbar{display:none}
.kit-bar{position:sticky;bottom:var(--k-bottom,0);z-index:3;overflow-x:auto;overflow-y:hidden;scrollbar-width:thin}
.kit-bar>div{height:1px}
.kit-table th,.kit-table td{padding:var(--k-pad);border-bottom:1px solid var(--k-line);white-space:nowrap;overflow:hidden;text-overflow:ellipsis;text-align:start}
.kit-table td{background:var(--k-bg)}
.kit-table th{position:relative;background:var(--k-head);color:var(--k-head-text);font-weight:600}
.kit-table th:not(:last-child):not(.kit-select)::before{content:"";position:absolute;top:50%;inset-inline-end:0;width:1px;height:1.6em;transform:translateY(-50%);background:var(--k-head-split)}
.kit-table tbody tr:hover>td{background:var(--k-hover)}
.kit-table tr.kit-chosen>td{background:var(--k-selected)}
.kit-table tbody tr.kit-chosen:hover>td{background:var(--k-selected-hover)}
.kit-table tr:focus-visible>td{outline:2px solid currentColor;outline-offset:-2px}
.kit-table .kit-right{text-align:end}.kit-table .kit-center{text-align:center}
.kit-table .kit-pin{position:sticky;z-index:1}
.kit-table th.kit-pin{z-index:2}
.kit-table .kit-edge::after{content:"";position:absolute;inset-block:0;width:10px;pointer-events:none;opacity:0}
.kit-table .kit-pin-start.kit-edge,.kit-table .kit-pin-end.kit-edge{overflow:visible}
.kit-table .kit-pin-start.kit-edge::after{inset-inline-end:-10px;box-shadow:inset 10px 0 8px -8px rgb(0 0 0/.16)}
.kit-table .kit-pin-end.kit-edge::after{inset-inline-start:-10px;box-shadow:inset -10px 0 8px -8px rgb(0 0 0/.16)}
.kit-table[data-more-start] .kit-pin-start.kit-edge::after,.kit-table[data-more-end] .kit-pin-end.kit-edge::after{opacity:1}
.kit-clip{display:block;overflow:hidden;text-overflow:ellipsis}
.kit-table .kit-select{padding-inline:8px;text-align:center;overflow:visible;text-overflow:clip}
.kit-check{width:16px;height:16px;margin:0;vertical-align:-3px;cursor:pointer;accent-color:var(--k-primary)}
.kit-table th.kit-sorts{cursor:pointer}
.kit-table th.kit-sorts:focus-visible{outline:2px solid var(--k-primary);outline-offset:-2px}
.kit-sort{display:flex;align-items:center;justify-content:space-between;gap:4px;min-width:0}
.kit-right>.kit-sort{justify-content:flex-end}
.kit-carets{flex:none;display:inline-grid;gap:2px;margin-inline-end:2px}
.kit-carets i{width:0;height:0;border:4px solid transparent;border-block-end:5px solid var(--k-faint);border-block-start:0;opacity:.6}
.kit-carets i+i{border-block-end:0;border-block-start:5px solid var(--k-faint)}
th[aria-sort=ascending] .kit-carets i:first-child{border-block-end-color:var(--k-primary);opacity:1}
th[aria-sort=descending] .kit-carets i:last-child{border-block-start-color:var(--k-primary);opacity:1}
.kit-open,.kit-act{padding:0;border:0;background:none;font:inherit;line-height:inherit;color:var(--k-link);cursor:pointer;text-align:start;border-radius:4px}
.kit-open:hover,.kit-act:hover{color:var(--k-link-hover)}
.kit-open:focus-visible,.kit-act:focus-visible{outline:2px solid var(--k-link);outline-offset:1px}
.kit-open{display:block;max-width:100%;overflow:hidden;text-overflow:ellipsis}
.kit-act[data-danger]{color:var(--k-danger)}.kit-act[data-danger]:hover{color:var(--k-danger-hover)}
.kit-act:disabled{color:var(--k-disabled);cursor:not-allowed}
.kit-acts{display:flex;gap:12px;align-items:center}
.kit-caret{display:inline-block;width:5px;height:5px;margin-inline-start:5px;border:solid currentColor;border-width:0 1px 1px 0;transform:translateY(-2px) rotate(45deg)}
@media (max-width:599px){.kit-table .kit-pin,.kit-table th.kit-pin{position:relative;inset-inline:auto!important}.kit-table .kit-edge::after{content:none}}
.kit-skip{position:absolute;left:-9999px}.kit-skip:focus{left:16px;top:8px;z-index:10;padding:4px 12px;background:var(--k-bg);color:var(--k-link)}
`
