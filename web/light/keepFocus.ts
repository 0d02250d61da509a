/** Parts of the room whose focus stays in them; beyond them it is the room's, where arrows turn slides. */
const parts = '.panel, .poll-card, .bar'
/** What is pressed, and takes Space or Enter to be pressed again. */
const pressed = 'button, a[href], summary, input[type="checkbox"]'
const focusables = 'button, a[href], input, select, textarea, [tabindex]'

/** Where the focus was: each element around it up to its part of the room, and the way there. */
interface Place {
  readonly element: HTMLElement
  readonly words: string
  /** The dialog it is in. */
  readonly dialog: HTMLDialogElement | null
  readonly path: readonly { readonly parent: Element; readonly index: number }[]
}

/**
 * Whoever works by keyboard and presses what goes away by it, such as "Dismiss" on a question, goes on beside it instead
 * of losing their place, and no later Space turns a slide for everybody. What is pressed by mouse or finger keeps no focus:
 * the next key is the room's, and does not press it once more. Watches the whole page; returns how to stop.
 */
export function keepFocus(page: HTMLElement = document.body): () => void {
  let last: Place | undefined
  let byKey = false
  let byPointer = false
  const pointedAt = new WeakSet<Element>()
  let moved = false
  const look = () => {
    const now = document.activeElement
    if (!last || (now instanceof HTMLElement && now !== page && isThere(now))) return
    // whoever points has no place to lose, and their next key is the room's, and so are those after it
    const { element, dialog } = last
    // a dialog that was opened by mouse gives the focus to nobody when it closes
    const isForgotten = !byKey || (dialog !== null && pointedAt.has(dialog) && !isOpen(dialog))
    const next = isForgotten ? undefined : isThere(element) ? element : nearest(last)
    last = undefined
    moved ||= next !== undefined
    next?.focus()
  }
  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const left = last?.dialog
    const dialog = target.closest('dialog')
    if (dialog && byPointer) pointedAt.add(dialog)
    last = placeOf(target)
    // it gives it back to the button that was pressed by mouse
    if (left && left !== dialog && pointedAt.has(left) && target.matches(pressed)) setTimeout(() => giveBack(target))
  }
  const giveBack = (element: HTMLElement) => {
    if (document.activeElement !== element) return
    last = undefined
    element.blur()
  }
  // what is taken away, or put elsewhere, is so when this has run
  const leave = ({ relatedTarget }: FocusEvent) => relatedTarget ?? setTimeout(look)
  const press = (event: KeyboardEvent) => {
    byKey = true
    byPointer = false
    // a key that is held down does one thing, not the same to all that comes into its place
    if (event.repeat && moved) event.preventDefault()
  }
  const release = () => {
    moved = false
  }
  const point = () => {
    byKey = false
    byPointer = true
    last = undefined
  }
  // after what it does: what closes by the loss of the focus would be gone before its own press
  const click = ({ detail, target }: MouseEvent) => {
    // a press by key counts no clicks
    if (detail === 0 || byKey || !(target instanceof Element)) return
    const now = document.activeElement
    if (now instanceof HTMLElement && now.matches(pressed) && !now.closest('dialog, [role="dialog"]')) now.blur()
    // its words hand the focus on to a box after this
    const box = target.closest('label')?.control
    if (box?.matches(pressed) && !box.closest('dialog')) setTimeout(() => giveBack(box))
  }
  const change = ({ target }: Event) => {
    if (!byKey && target instanceof HTMLSelectElement && !target.closest('dialog')) setTimeout(() => target.blur())
  }
  const watch = new MutationObserver(look)
  watch.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  addEventListener('focusin', enter)
  addEventListener('focusout', leave)
  addEventListener('keydown', press, true)
  addEventListener('keyup', release, true)
  addEventListener('pointerdown', point, true)
  addEventListener('click', click)
  addEventListener('change', change)
  return () => {
    watch.disconnect()
    removeEventListener('focusin', enter)
    removeEventListener('focusout', leave)
    removeEventListener('keydown', press, true)
    removeEventListener('keyup', release, true)
    removeEventListener('pointerdown', point, true)
    removeEventListener('click', click)
    removeEventListener('change', change)
  }
}

function placeOf(element: HTMLElement): Place | undefined {
  // a dialog may go together with what opened it
  const part = element.closest(parts) ?? element.closest('dialog')
  if (!part || element === part) return undefined
  const path: { parent: Element; index: number }[] = []
  for (let one: Element = element; one !== part && one.parentElement; one = one.parentElement)
    path.push({ parent: one.parentElement, index: [...one.parentElement.children].indexOf(one) })
  return { element, words: wordsOf(element), dialog: element.closest('dialog'), path }
}

/** What stands in its place, else what stands behind it, else before it: the same act if there is one. */
function nearest({ words, path }: Place): HTMLElement | undefined {
  for (const { parent, index } of path) {
    if (!parent.isConnected) continue
    const all = [...parent.children]
    for (const one of [...all.slice(index), ...all.slice(0, index).reverse()]) {
      const found = [one, ...one.querySelectorAll(focusables)].filter(isStop)
      const same = found.find(other => wordsOf(other) === words) ?? found[0]
      if (same) return same
    }
    if (isStop(parent)) return parent
  }
  return undefined
}

const isOpen = (dialog: HTMLDialogElement): boolean => dialog.isConnected && dialog.open
const isThere = (element: Element): boolean => element.isConnected && !element.matches(':disabled')
const isStop = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.matches(focusables) &&
  // of the bar's controls one alone is a stop for Tab
  (element.tabIndex >= 0 || element.closest('[role="toolbar"]') !== null) &&
  isThere(element) &&
  element.checkVisibility?.() !== false
const wordsOf = (element: HTMLElement): string => element.textContent || element.title
