import * as calls from '@assoc/contract/member/stock-list'
import { defineEntity } from '../../../platform/access/entities'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { downloadStockListErrors, downloadStockListTemplate } from './download'
import './handover.repository'
import * as service from './service'

// A batch is its maker's alone, whatever their data scope: the service asks for their id beside the batch's.
defineEntity({ name: 'stockListBatch', table: 'stock_list_batch', idColumn: 'batch_id' })

export const stockList: ServerModule = {
  bindings: [
    handle(calls.uploadStockList, service.uploadStockList),
    handle(calls.selectStockListBatch, service.selectStockListBatch),
    handle(calls.selectStockListBatchByPage, service.selectStockListBatchByPage),
    handle(calls.ignoreStockListRow, service.ignoreStockListRow),
    handle(calls.assignStockListRow, service.assignStockListRow),
    handle(calls.selectStockListRowByPage, service.selectStockListRowByPage),
    handle(calls.confirmStockList, service.confirmStockList),
    handle(calls.downloadStockListErrors, downloadStockListErrors),
    handle(calls.downloadStockListTemplate, downloadStockListTemplate),
  ],
}
