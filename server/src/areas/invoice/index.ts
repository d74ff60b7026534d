import type { ServerModule } from '../../platform/module'
import { invoiceApply } from './apply'
import './check.repository'
import './company-part'
import './provider/connector'
import { invoiceHead } from './head'
import './head/change-target'
import { redConfirm } from './credit-note'
import { invoiceDemo, invoiceMenu } from './seed'
import { invoiceSend } from './send'
import { invoices } from './invoice'
import './personal-data'

/** Invoices of members: asked for, written, set right and sent. */
export const invoiceModules: ServerModule[] = [invoiceHead, invoiceApply, invoices, redConfirm, invoiceSend, { bindings: [], seeds: [invoiceMenu, invoiceDemo] }]
