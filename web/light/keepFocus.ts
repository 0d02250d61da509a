/** Parts of the room that keep the focus; elsewhere keys are the room's, where arrows turn slides. */
const parts = '.panel, .poll-card, .bar'
/** Elements that Space or Enter presses again. */
const pressable = 'button, a[href], summary, input[type="checkbox"]'
const focusables = 'button, a[href], input, select, textarea, [tabindex]'

/** The last place of the focus: its element, and the way from there up to its part of the room. */
interface Place {
  readonly element: HTMLElement
  readonly words: string
  readonly dialog: HTMLDialogElement | null
  readonly path: readonly { readonly parent: Element; readonly index: number }[]
}

/** How the page is operated now. */
interface Operation {
  last: Place | undefined
  byKey: boolean
  byPointer: boolean
  /** Dialogs that were opened by mouse or finger. */
  readonly pointedAt: WeakSet<Element>
  /** The focus moved on since the key went down. */
  hasMoved: boolean
}

/**
 * Moves the focus of a keyboard user on to a neighbour when the pressed element disappears, such as "Dismiss" on a
 * question. So they keep their place, and their next Space does not turn the slide for the whole room. After a press by
 * mouse or finger the focus is dropped: the next key is the room's, and does not press the element again. Watches the
 * whole page; returns how to stop.
 */
export function keepFocus(page: HTMLElement = document.body): () => void {
  const now: Operation = {
    last: undefined,
    byKey: false,
    byPointer: false,
    pointedAt: new WeakSet(),
    hasMoved: false,
  }
  const restore = () => moveOn(now, page)
  const watch = new MutationObserver(restore)
  watch.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('focusin', event => noteFocus(now, event), { signal })
  // an element is removed or moved only after this event
  addEventListener('focusout', event => event.relatedTarget ?? setTimeout(restore), { signal })
  addEventListener('keydown', event => noteKey(now, event), { signal, capture: true })
  addEventListener('keyup', () => Object.assign(now, { hasMoved: false }), { signal, capture: true })
  addEventListener('pointerdown', () => Object.assign(now, { byKey: false, byPointer: true, last: undefined }), {
    signal,
    capture: true,
  })
  // after its own handlers: an element that closes on blur would be gone before its press
  addEventListener('click', event => dropFocus(now, event), { signal })
  addEventListener('change', event => dropChoice(now, event), { signal })
  return () => {
    watch.disconnect()
    stop.abort()
  }
}

/** Focuses the neighbour of an element that has disappeared. */
function moveOn(now: Operation, page: HTMLElement): void {
  const active = document.activeElement
  if (!now.last || (active instanceof HTMLElement && active !== page && isThere(active))) return
  const { element, dialog } = now.last
  // pointer users have no focus to lose, also when a dialog closes that they opened: their next keys are the room's
  const isForgotten = !now.byKey || (dialog !== null && now.pointedAt.has(dialog) && !isOpen(dialog))
  const next = isForgotten ? undefined : isThere(element) ? element : nearest(now.last)
  now.last = undefined
  now.hasMoved ||= next !== undefined
  next?.focus()
}

function noteFocus(now: Operation, { target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return
  const left = now.last?.dialog
  const dialog = target.closest('dialog')
  if (dialog && now.byPointer) now.pointedAt.add(dialog)
  now.last = placeOf(target)
  // the dialog returns the focus to the button that was pressed by mouse
  if (left && left !== dialog && now.pointedAt.has(left) && target.matches(pressable))
    setTimeout(() => giveBack(now, target))
}

function noteKey(now: Operation, event: KeyboardEvent): void {
  now.byKey = true
  now.byPointer = false
  // a repeating key acts once, and not on every element that the focus moves on to
  if (event.repeat && now.hasMoved) event.preventDefault()
}

/** Returns the keyboard to the room. */
function giveBack(now: Operation, element: HTMLElement): void {
  if (document.activeElement !== element) return
  now.last = undefined
  element.blur()
}

/** Drops the focus of a button, link or checkbox that was pressed by mouse or finger. */
function dropFocus(now: Operation, { detail, target }: MouseEvent): void {
  // a press by key counts no clicks
  if (detail === 0 || now.byKey || !(target instanceof Element)) return
  const active = document.activeElement
  if (active instanceof HTMLElement && active.matches(pressable) && !active.closest('dialog, [role="dialog"]'))
    active.blur()
  // a label passes the focus to its checkbox after this event
  const box = target.closest('label')?.control
  if (box?.matches(pressable) && !box.closest('dialog')) setTimeout(() => giveBack(now, box))
}

function dropChoice(now: Operation, { target }: Event): void {
  if (!now.byKey && target instanceof HTMLSelectElement && !target.closest('dialog')) setTimeout(() => target.blur())
}

function placeOf(element: HTMLElement): Place | undefined {
  // a dialog may close together with the part that opened it
  const part = element.closest(parts) ?? element.closest('dialog')
  if (!part || element === part) return undefined
  const path: { parent: Element; index: number }[] = []
  for (let one: Element = element; one !== part && one.parentElement; one = one.parentElement)
    path.push({ parent: one.parentElement, index: [...one.parentElement.children].indexOf(one) })
  return { element, words: wordsOf(element), dialog: element.closest('dialog'), path }
}

/** The element now in its place, else behind it, else before it; preferably with the same act. */
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
  // only one control of the bar is a tab stop
  (element.tabIndex >= 0 || element.closest('[role="toolbar"]') !== null) &&
  isThere(element) &&
  element.checkVisibility?.() !== false
const wordsOf = (element: HTMLElement): string => element.textContent || element.title
