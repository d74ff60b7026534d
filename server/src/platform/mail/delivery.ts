/**
 * The other side has said no for good: wrong address, blocked sender, refused content. Trying again
 * would only be refused again.
 */
export class DeliveryRefused extends Error {}

/**
 * The message was handed over and no answer came. It may have arrived: sending it again could make two
 * of one, so a person decides.
 */
export class DeliveryUnknown extends Error {}
