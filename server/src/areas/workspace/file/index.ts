import * as calls from '@assoc/contract/platform/file'
import { createUpload, finishUpload } from '@assoc/contract/platform/file-parts'
import { createFileTicket } from '@assoc/contract/platform/file-ticket'
import { handle } from '../../../platform/http/context'
import { defineEntity } from '../../../platform/access/entities'
import { fileTicket } from '../../../platform/auth/file-ticket'
import type { ServerModule } from '../../../platform/module'
import * as service from './service'

// Who may read a file is checked where it is given out.
defineEntity({ name: 'file', table: 'file_object', idColumn: 'file_id' })

export const file: ServerModule = {
  bindings: [
    handle(calls.uploadFile, service.uploadFile),
    handle(calls.downloadFile, service.downloadFile),
    handle(createUpload, service.beginUpload),
    handle(finishUpload, service.endUpload),
    handle(createFileTicket, async ({ platform, principal, input }) => ({ ticket: fileTicket(platform.encryption, principal.sessionId, input.path) })),
  ],
}
