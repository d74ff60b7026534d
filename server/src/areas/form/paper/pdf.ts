import { makePdf } from '../../../platform/pdf/pdf'
import type { Paper } from './model'

/** An answer as PDF, in the type of all documents of the product. */
export const paperPdf = (paper: Paper, { compress = true } = {}): Promise<Buffer> =>
  makePdf(
    paper.title,
    (document) => {
      document.facts(paper.facts)
      for (const part of paper.parts) {
        if (part.kind === 'heading') document.heading(part.text)
        else if (part.kind === 'rich') document.rich(part.doc)
        else if (part.kind === 'answer') document.answer(part.label, part.text)
        else {
          if (part.title) document.heading(part.title)
          document.grid(part)
        }
      }
    },
    { compress, across: paper.across },
  )
