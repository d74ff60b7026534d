/** Lines that one statement may bring. */
export const MAX_LINES = 10_000
