import { useEffect, useId, useRef, useState } from 'react'

/** A popover beside its button. Escape and a press elsewhere close it; Escape returns a focus inside it to the button. */
export function usePopover() {
  const [open, setOpen] = useState(false)
  const id = useId()
  const whole = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!open) return
    const press = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close.current()
    }
    addEventListener('pointerdown', press)
    addEventListener('keydown', key)
    return () => {
      removeEventListener('pointerdown', press)
      removeEventListener('keydown', key)
    }
  }, [open])
  const close = useRef(() => {
    // the focused element is about to disappear; after a press by mouse there is none
    if (whole.current?.contains(document.activeElement)) whole.current.querySelector('button')?.focus()
    setOpen(false)
  })
  return {
    open,
    setOpen,
    close: close.current,
    whole,
    id,
    button: { expanded: open, controls: id, onPress: () => setOpen(!open) },
  }
}
