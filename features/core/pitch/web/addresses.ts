/** The addresses of the room's own pages. */
export const roomAddress = (pitch: string): string => `/live/${pitch}`
/** The presenter's second window. */
export const notesAddress = (pitch: string): string => `${roomAddress(pitch)}?view=notes`
export const joinAddress = (pitch: string): string => `/join-session/${pitch}`
export const waitAddress = (pitch: string): string => `/join-session-wait?pitch=${encodeURIComponent(pitch)}`
/** Where the recording of a pitch is watched by the people who may attend it. */
export const replayAddress = (pitch: string): string => `${roomAddress(pitch)}/replay`
/** One pitch of the dashboard, for the people who may attend it. */
export const dashboardAddress = (pitch: string): string => `/mydashboard/detail/${pitch}`
/** The results of a pitch, for its presenters. */
export const resultsAddress = (pitch: string): string => `/pitch-management/${pitch}`
