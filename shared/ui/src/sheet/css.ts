import { darkTokens, lightTokens } from '../theme/tokens'

const colours = (token: typeof lightTokens | typeof darkTokens) =>
  Object.entries({
    bg: token.colorBgContainer,
    alter: token.colorFillAlter,
    line: token.colorBorder,
    split: token.colorBorderSecondary,
    text: token.colorText,
    faint: token.colorTextTertiary,
    primary: token.colorPrimary,
    'primary-text': token.colorPrimaryText,
    error: token.colorError,
    'error-bg': token.colorErrorBg,
    'warn-bg': token.colorWarningBg,
    warn: token.colorWarningBorder,
    link: token.colorLink,
  })
    .map(([name, value]) => `--f-${name}:${value}`)
    .join(';')

/** How a form looks: on a screen, on a phone (by the width of what it stands in), and printed, which is always light. */
export const SHEET_CSS = `:root{${colours(lightTokens)}}:root[data-theme=dark]{${colours(darkTokens)}}
.fs{container-type:inline-size;color:var(--f-text);line-height:1.6;overflow-wrap:anywhere}
.fs-print{${colours(lightTokens)};background:var(--f-bg);color:var(--f-text);padding:12mm;margin-inline:auto;width:210mm;max-width:100%;box-sizing:border-box}
.fs-print.fs-across{width:297mm}
.fs>.rich-read{margin-bottom:12px}
.fs-title{font-size:20px;font-weight:600;text-align:center;margin:0 0 12px}
.fs-section{margin:0 0 16px;padding:0;border:0}
.fs-section>h2,.fs-page-title{font-size:16px;font-weight:600;margin:0 0 8px;padding-inline-start:8px;border-inline-start:3px solid var(--f-primary)}
.fs-page-title{font-size:17px}
.fs-grid{display:grid;gap:16px 24px;grid-template-columns:repeat(var(--fs-columns,1),minmax(0,1fr))}
.fs-q{min-width:0;border:0;padding:0;margin:0}
.fs-long .fs-q{content-visibility:auto;contain-intrinsic-size:auto 72px}
.fs-label{display:flex;gap:4px;align-items:baseline;font-weight:500;margin-bottom:4px}
.fs-label .fs-no{color:var(--f-faint);font-variant-numeric:tabular-nums;flex:none}
.fs-must{color:var(--f-error);flex:none}
.fs-help,.fs-note{color:var(--f-faint);font-size:13px;white-space:pre-wrap;margin:0 0 4px}
.fs-fault{color:var(--f-error);font-size:13px;margin-top:4px}
.fs-mark{border:1px solid var(--f-warn);background:var(--f-warn-bg);border-radius:4px;padding:6px 8px;margin-top:6px;font-size:13px;font-weight:400;text-align:start;display:grid;gap:4px}
.fs-events{margin:0;padding-inline-start:18px;color:var(--f-faint)}
.fs-before{color:var(--f-faint);font-size:13px;margin-top:4px;display:flex;gap:8px;align-items:baseline;flex-wrap:wrap}
.fs-link{border:0;text-align:start;background:none;padding:0;color:var(--f-link);cursor:pointer;font:inherit;text-decoration:underline;text-underline-offset:2px}
.fs-why{font-size:13px;color:var(--f-faint);margin:0 0 4px;padding-inline-start:16px}
.fs-choices{display:flex;flex-wrap:wrap;gap:4px 20px}
.fs-choices.fs-tall{flex-direction:column}
.fs-choices label,.fs-pick{display:inline-flex;gap:6px;align-items:baseline;cursor:pointer;min-height:28px}
.fs-pick{justify-content:center;width:100%}
.fs input[type=radio],.fs input[type=checkbox]{accent-color:var(--f-primary);width:15px;height:15px;margin:0;transform:translateY(2px);flex:none}
.fs :focus-visible{outline:2px solid var(--focus-ring,currentColor);outline-offset:1px}
.fs-table{border-collapse:collapse;width:100%;table-layout:fixed}
.fs-table th,.fs-table td{border:1px solid var(--f-line);padding:4px 6px;vertical-align:middle;font-weight:400;text-align:start}
.fs-table th{background:var(--f-alter);font-weight:600;text-align:center}
.fs-table td.fs-bad{background:var(--f-error-bg)}
.fs-table td.fs-required{position:relative}
.fs-table td.fs-required::after{content:"*" / "";position:absolute;top:0;inset-inline-end:3px;line-height:1.2;color:var(--f-error)}
.fs-table .fs-act{width:72px;text-align:center}
.fs-scroll{overflow-x:auto}
.fs-wide .fs-table{min-width:calc(var(--fs-cols)*110px)}
.fs-cell-center{text-align:center!important}.fs-cell-right{text-align:end!important}.fs-cell-left{text-align:start!important}
.fs-cell-bold{font-weight:600!important}
.fs-cell-text{white-space:pre-wrap}
.fs-told{min-height:32px;padding:4px 0;font-variant-numeric:tabular-nums}
.fs-blank{display:inline-block;min-width:8em;border-bottom:1px solid currentColor;min-height:1.4em;vertical-align:bottom}
.fs-pages{display:flex;gap:8px;flex-wrap:wrap;margin:0 0 16px;padding:0;list-style:none}
.fs-pages button{border:1px solid var(--f-line);background:var(--f-bg);color:inherit;border-radius:4px;padding:4px 12px;cursor:pointer;font:inherit}
.fs-pages button[aria-current]{border-color:var(--f-primary);color:var(--f-primary-text);font-weight:600}
.fs-pages .fs-count{color:var(--f-faint);font-weight:400;margin-inline-start:6px;font-variant-numeric:tabular-nums}
.fs-pages .fs-count.fs-faulty{color:var(--f-error)}
.fs-file{display:flex;align-items:center;gap:4px}
.fs-picture{display:block;max-width:min(100%,320px);max-height:160px;margin-bottom:4px;background:${lightTokens.colorBgContainer}}
.fs-pad{display:block;width:100%;max-width:520px;border:1px solid var(--f-line);border-radius:4px;touch-action:none}
.fs-turn{display:flex;justify-content:space-between;gap:8px;margin-top:16px}
.fs-faults{border:1px solid var(--f-error);background:var(--f-error-bg);border-radius:4px;padding:8px 12px;margin:0 0 16px}
.fs-mended{color:var(--f-faint)}
.fs-faults ul{margin:4px 0 0;padding-inline-start:20px;max-height:240px;overflow:auto}
@container (max-width:640px){
.fs-grid{grid-template-columns:minmax(0,1fr)}
.fs-cards,.fs-cards tbody,.fs-cards tr,.fs-cards td,.fs-cards th[scope=row]{display:block;width:auto!important;min-width:0!important}
.fs-cards{min-width:0!important}
.fs-cards thead,.fs-cards colgroup{display:none}
.fs-cards tr{border:1px solid var(--f-line);border-radius:4px;margin-bottom:12px;padding:4px 8px}
.fs-cards td,.fs-cards th[scope=row]{border:0;border-bottom:1px solid var(--f-split);padding:8px 0;text-align:start!important}
.fs-cards tr>:last-child{border-bottom:0}
.fs-cards td[data-label]::before{content:attr(data-label);display:block;font-size:13px;color:var(--f-faint);margin-bottom:2px}
.fs-cards .fs-pick{justify-content:flex-start;width:auto}
.fs-cards .fs-act{width:auto;text-align:end!important}
.fs-choices{flex-direction:column}
}
@media print{
.fs-q,.fs-table tr,.fs-section>h2{break-inside:avoid;content-visibility:visible}
.fs-print{padding:0;width:auto}
.fs-table thead{display:table-header-group}
}`
