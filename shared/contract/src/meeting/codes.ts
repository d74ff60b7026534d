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
} as const
