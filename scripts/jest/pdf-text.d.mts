/** The text of a PDF that our own documents are made of, a line a piece of text. */
export function pdfText(pdf: Buffer): string
