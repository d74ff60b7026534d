import { injectStyle } from '../../shell/styles'

/**
 * How lists and records are printed. A list is printed across the page: its columns share the width, texts go on in the next line, numbers
 * stay whole, and the head stands on every sheet. What is open over a page, such as a record, is printed alone and upright. What holds
 * for every page stands in shell/print-css.ts.
 */
const PRINT_CSS = `@page kit-list{size:A4 landscape}
@media print{
html:has(.kit-table[data-printing]):not(:has(.ant-drawer-open)) body{page:kit-list}
.kit-skip,.kit-table .kit-select,.kit-table .kit-actions,.kit-bar{display:none!important}
.kit-list{padding:0!important;border:0!important;border-radius:0!important}
.kit-table table{table-layout:auto;width:100%!important;font-size:9pt;line-height:1.4}
.kit-table col{width:auto!important}
.kit-table th,.kit-table td{position:static!important;padding:3px 5px;white-space:normal;overflow:visible;overflow-wrap:break-word}
.kit-table .kit-right{white-space:nowrap}
.kit-table tr{break-inside:avoid}
.kit-table .kit-clip,.kit-table .kit-open{display:inline;overflow:visible;white-space:normal;color:inherit}
.kit-table .kit-edge::after,.kit-table th::before{content:none!important}
.kit-head{position:static}
.kit-table[data-printing] .kit-head{display:none}
.kit-print-head{display:table-header-group}
.kit-body{overflow:visible}
body:has(.ant-drawer-open)>:not(:has(.ant-drawer-open)):not(.ant-drawer-open){display:none!important}
body>.ant-drawer-open:has(~ .ant-drawer-open){display:none!important}
.ant-drawer-open,.ant-drawer-open .ant-drawer-content-wrapper{position:static!important;inset:auto!important;width:auto!important;height:auto!important;transform:none!important;box-shadow:none!important}
.ant-drawer-open .ant-drawer-mask,.ant-drawer-open .ant-drawer-extra,.ant-drawer-open .ant-drawer-close,.ant-drawer-open .ant-drawer-footer,.ant-drawer-open button:not(.kit-open){display:none!important}
.ant-drawer-open .ant-drawer-section,.ant-drawer-open .ant-drawer-content,.ant-drawer-open .ant-drawer-body{display:block;height:auto!important;overflow:visible!important}
.ant-drawer-open .ant-drawer-header,.ant-drawer-open .ant-drawer-body{padding-inline:0}
.kit-record-head{position:static!important;margin:0!important;padding-inline:0!important}
.ant-descriptions-row,.ant-timeline-item{break-inside:avoid}
}`

/** With the part that comes after the first rows: nobody prints a list before it is there. */
export const injectPrint = (): void => injectStyle('kit-print', PRINT_CSS)
