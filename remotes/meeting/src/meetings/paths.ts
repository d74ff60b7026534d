// Fixed pages of meetings: their addresses are the host's table (host/src/routes/fixed-routes.ts), and no administrator moves them.
const REGISTRATION = 'mettingConferenceRegistration'
const EDITOR = 'editMeeting'
const LISTS = 'generateList'

/** Address of a meeting's registration; the name in it is for people who read it. */
export const registrationPath = (meetId: string, meetingName: string): string => `/${REGISTRATION}/${meetId}/${encodeURIComponent(meetingName)}`

/** Address of the page that changes a meeting; `new` makes one. */
export const editPath = (meetId: string): string => `/${EDITOR}/${meetId}`

/** Address of the page that makes lists and badges of a meeting. */
export const listsPath = (meetId: string): string => `/${LISTS}?meetID=${meetId}`
