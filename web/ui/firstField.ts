import { guideTo } from './guided.ts'

/**
 * Puts the focus into the first field of what a dialog or drawer shows. Mantine looks for it once, when the dialog opens,
 * and would choose the button that closes it where a form comes later or names no field. For an effect or a `ref`.
 */
export function beginInFirstField(within: HTMLElement | null): (() => void) | undefined {
  if (!within) return undefined
  const first = within.querySelector<HTMLElement>('[data-autofocus]') ?? within.querySelector<HTMLElement>(field)
  first?.setAttribute('data-autofocus', '')
  // after the dialog has noted where the focus goes when it closes
  const turn = setTimeout(() => first && guideTo(first))
  return () => clearTimeout(turn)
}

const field = ':is(input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), textarea):not(:disabled)'

/** Puts the focus into the first field that is marked as wrong, once the attempt to send the form has marked it. */
export function goToFirstWrong(form: HTMLFormElement): void {
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
