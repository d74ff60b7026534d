import { invoiceHead as contract } from '@assoc/contract/invoice/head'
import { addChangeTarget, changeableResource, fieldsFrom } from '../../member/api'
import { invoiceHead } from '.'
import { headsOfCompany } from './repository'

addChangeTarget({
  type: 'invoiceHead',
  fields: fieldsFrom(contract.definition.fields, ['title', 'taxNo', 'bankName', 'bankAccount', 'regAddress', 'regPhone', 'receiveEmail', 'receiveMobile'], ['title', 'taxNo']),
  ...changeableResource(invoiceHead.runtime, (row) => `${row.title}（${row.memberNo}）`),
  idsOfCompany: headsOfCompany,
})
