/** Digits of an invoice number of the tax authority; dues receipts have fewer. */
export const INVOICE_DIGITS = 20

/** An invoice of the tax authority: year, region 00 that there is not, and a count; 20 digits. `day` is YYYY-MM-DD. */
export const invoiceNo = (count: string, day: string): string => `${day.slice(2, 4)}00${count.padStart(16, '0')}`

/** A dues receipt: the code of its kind (8 digits) and its number (10 digits). `day` is YYYY-MM-DD. */
export const receiptNo = (count: string, day: string): string => `000001${day.slice(2, 4)}${count.padStart(10, '0')}`
