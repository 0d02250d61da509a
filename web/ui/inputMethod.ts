/** The code of every key that an input method has taken for itself. */
const TAKEN = 229

/**
 * Whether a key goes to an input method, which makes Chinese of letters, and means nothing of its own. Safari ends the
 * composition before it tells of the key that ended it, so that only the key's code is left to say so.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === TAKEN
