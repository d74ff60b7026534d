import { masked } from '@assoc/contract'

/** 199****0001: first three and last four of a mobile number (docs/glossary.md, masking). */
export const maskMobile = (mobile: string | null): string | null => masked('mobile', mobile)

/** j**@example.com: first letter and domain of an address. */
export const maskEmail = (email: string | null): string | null => masked('email', email)
