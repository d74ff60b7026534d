import * as calls from '@assoc/contract/platform/record'
import type { ServerModule } from '../../../platform/module'
import { defineEntity } from '../../../platform/access/entities'
import { handle } from '../../../platform/http/context'
import { demoHistories } from './demo'
import * as copies from './copies'
import * as notes from './notes'
import { selectRecordProcess } from './process'
import { selectRelated, selectRows } from './related'
import { selectRecordTimeline } from './timeline'

// Whose a note is, and whether its record may be read, is checked where it is read.
defineEntity({ name: 'recordNote', table: 'record_note', idColumn: 'note_id' })

/** What the page of a record shows beside its fields. */
export const record: ServerModule = {
  bindings: [
    handle(calls.selectRecordProcess, selectRecordProcess),
    handle(calls.selectRecordTimeline, selectRecordTimeline),
    handle(calls.selectRecordRelated, selectRelated),
    handle(calls.selectRelatedRows, selectRows),
    handle(calls.selectNoteReaders, notes.selectReaders),
    handle(calls.insertRecordNote, notes.insert),
    handle(calls.withdrawRecordNote, notes.withdraw),
    handle(calls.selectRecordCopies, copies.selectCopiesOf),
    handle(calls.insertRecordCopies, copies.insertCopies),
  ],
  seeds: [demoHistories],
}
