/** The code of every key that an input method handles. */
const TAKEN = 229

/**
 * Whether a key goes to an input method, such as Pinyin, and is no command. Safari ends the composition before the
 * event of the key that ended it, so that only the key's code shows it.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === TAKEN
