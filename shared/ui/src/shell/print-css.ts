import { injectStyle } from './styles'

/**
 * How every page is printed, with lists or without: black on white whatever the theme, nothing that is pressed, and nothing cut that
 * scrolls on the screen. A browser tells no chart that the sheet is narrower than the window, so its picture is made as wide as there is room.
 */
const PRINT_CSS = `@page{size:A4;margin:12mm}
@media print{
html,body,#root{height:auto!important;overflow:visible!important}
:root[data-theme=dark],:root[data-theme=dark] body,:root[data-theme=dark] body *{color:#000!important;background-color:transparent!important;border-color:#999!important}
:root[data-theme=dark] .kit-chart canvas{filter:invert(1) hue-rotate(180deg)}
.kit-no-print,.ant-message,.ant-notification,main .ant-btn:not(.ant-btn-link),main .ant-segmented,main .ant-pagination{display:none!important}
main .ant-tree-title span,main .ant-tree-node-content-wrapper{white-space:normal!important;overflow:visible!important}
main .ant-table-content,main .ant-table-body{overflow:visible!important;max-height:none!important}
main .ant-table-content table,main .ant-table-body table{width:100%!important;min-width:0!important}
.kit-chart,.kit-chart>div{width:100%!important;height:auto!important}
.kit-chart canvas{position:static!important;width:100%!important;height:auto!important}
textarea{field-sizing:content;height:auto!important;max-height:none!important}
}`

/** With the console itself: a page may be printed before the first list has come, or without any. */
export const injectPagePrint = (): void => injectStyle('kit-print-page', PRINT_CSS)
