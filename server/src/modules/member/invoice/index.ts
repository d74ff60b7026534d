import type { ServerModule } from '../..'
import { invoiceApply } from './apply'
import './check.repository'
import './company-part'
import { invoiceHead } from './head'
import { redConfirm } from './red'
import { invoiceDemo, invoiceMenu } from './seed'
import { invoiceSend } from './send'
import { tickets } from './ticket'

/** Tickets of members: asked for, written, set right and sent. */
export const invoiceModules: ServerModule[] = [invoiceHead, invoiceApply, tickets, redConfirm, invoiceSend, { bindings: [], seeds: [invoiceMenu, invoiceDemo] }]
