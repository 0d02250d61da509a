let isGuiding = false

/** Moves the focus to a field that the person has not chosen themselves, such as the first one or the first wrong one. */
export function guideTo(field: HTMLElement): void {
  isGuiding = true
  field.focus({ preventScroll: true })
  isGuiding = false
}

/** The form moves the focus now: nothing opens over the field, its error and what is below it. */
export const isGuided = (): boolean => isGuiding
