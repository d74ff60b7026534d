/** How a structured text looks, in the editor and where it is read. Colours come from the page around it. */
export const RICH_CSS = `.rich-text{min-height:160px;max-height:60vh;overflow:auto;padding:8px 12px;line-height:1.7;outline:none;white-space:pre-wrap;overflow-wrap:anywhere}
.rich-text>:first-child{margin-top:0}.rich-text>:last-child{margin-bottom:0}
.rich-text p{margin:0 0 8px}.rich-text h2{font-size:1.25em;margin:12px 0 8px}.rich-text h3{font-size:1.1em;margin:12px 0 8px}
.rich-text ul,.rich-text ol{margin:0 0 8px;padding-left:24px}.rich-text li>p{margin:0}
.rich-text blockquote{margin:0 0 8px;padding-left:12px;border-left:3px solid currentColor;opacity:.85}
.rich-text hr{border:0;border-top:1px solid currentColor;opacity:.3;margin:12px 0}
.rich-text p.is-editor-empty:first-child::before{content:attr(data-placeholder);float:left;height:0;pointer-events:none;opacity:.6}
.rich-frame:focus-within{outline:2px solid var(--focus-ring,currentColor);outline-offset:-1px}
.rich-tools{padding:4px 8px;border-bottom:1px solid rgba(128,128,128,.25)}
.rich-tools [data-face]::before{content:attr(data-face)}
.rich-tools .rich-on{background:rgba(128,128,128,.18)}
.rich-read{min-height:0;max-height:none;padding:0}`
