/** The screen on which contacts are chosen for the form at a path. */
export const selectPath = (form: string): string => `/pitches/select-google-contacts?for=${encodeURIComponent(form)}`

/** The form to go back to: a path of this console, else the one for a new pitch. */
export const formPath = (asked: string | null): string =>
  asked && /^\/(pitches|pitch-management)\//.test(asked) ? asked : '/pitches/create'
