import { defineExportOfBefore } from '../../../platform/resource/export'

/** Large exports that were begun or failed before companies were a resource are done, or tried again, as exports of the resource. */
defineExportOfBefore('member:exportCompany', ({ sort, columns, companyIds: ids, ...filters }) => ({ resource: 'company', filters, sort, columns, ids }))
