/** Return codes of registrations; the browser shows their sentences and knows none of them. */
export const MEETING_CODE = {
  /** The meeting takes no registrations now. */
  closed: 'B00040',
  /** The meeting is for other categories or jurisdictions. */
  notInvited: 'B00041',
  /** The company has as many registrations as it may have. */
  companyFull: 'B00042',
  /** No place is left. */
  full: 'B00043',
  /** This mobile number is registered for the meeting. */
  registered: 'B00044',
  /** No session has or had this sign-in code. */
  signCodeWrong: 'B00060',
  /** The sign-in code was right and is over. */
  signCodeOver: 'B00061',
  /** The code or QR code is another meeting's. */
  signOtherMeeting: 'B00062',
  signEarly: 'B00063',
  signEnded: 'B00064',
  signNotRegistered: 'B00065',
  signCancelled: 'B00066',
  /** Registered, but without a place: waiting, refused, undecided. */
  signNoPlace: 'B00067',
  /** This device has signed in as many people as it may. */
  signDeviceFull: 'B00068',
  /** The personal QR code is damaged, forged, or was replaced by a newer one. */
  signQrInvalid: 'B00069',
  /** The ticket that a code was exchanged for has run out, or is another device's. */
  signTicketOver: 'B00070',
  /** A counter sends a scan from before the sign-in was taken back. */
  signRevoked: 'B00071',
  /** An option that was chosen has no place left. */
  optionFull: 'B00045',
  /** The company has as many places of an option as it may have. */
  optionCompanyFull: 'B00046',
  /** The exchange takes no applications now, or none of this kind. */
  exchangeClosed: 'B00080',
  exchangeFull: 'B00081',
  exchangeCompanyFull: 'B00082',
  /** This mobile number stands for the exchange. */
  exchangeApplied: 'B00083',
  /** Somebody else sits on the seat by now. */
  seatTaken: 'B00047',
  /** A hotel has no room of the type left in a night. */
  roomNightFull: 'B00048',
} as const
