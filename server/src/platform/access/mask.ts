/** 199****0001: first three and last four of a mobile number (docs/glossary.md, masking). */
export const maskMobile = (mobile: string | null): string | null => (mobile ? `${mobile.slice(0, 3)}****${mobile.slice(-4)}` : null)

/** j**@example.com: first letter and domain of an address. */
export const maskEmail = (email: string | null): string | null => (email ? email.replace(/^(.).*(@.*)$/, '$1**$2') : null)
